package unfold

// A query is the relation that two nodes are compared for.
type query int

const (
	causality query = iota
	conflict
	numQueries
)

// Causes says whether e < f. It takes O(log n) time for n threads and n events in a thread: Theorem 6.
func (s *Structure) Causes(e, f Event) bool { return e != f && s.inHistory(e, f) }

// inHistory says whether e is f or causes it.
func (s *Structure) inHistory(e, f Event) bool {
	if e > f {
		return false
	}
	if e == 0 {
		return true
	}
	ev := &s.events[e]
	n := value(s.threadsOf(f), int32(ev.Thread))
	compared(causality, &s.threads, n, ev.node)
	return s.threads.below(n, ev.node)
}

// Conflict says whether e # f. It takes O(n log n) time for n threads and objects in the histories of both: Theorem 6.
// It compares threads as well as objects, because alternatives of one thread need not touch a common object.
func (s *Structure) Conflict(e, f Event) bool {
	a, b := s.threadsOf(e), s.threadsOf(f)
	for _, m := range a {
		if n := value(b, m.key); n != 0 && s.threads.apart(m.value, n) {
			return true
		}
	}
	a, b = s.objectsOf(e), s.objectsOf(f)
	for _, m := range a {
		if s.clashes(m.value, value(b, m.key)) {
			return true
		}
	}
	return false
}

// Oppose records that f is in direct conflict with e. The pair f, e is not recorded with it.
func (s *Structure) Oppose(e, f Event) {
	p := pair{e, f}
	if _, known := s.pairs[p]; !known {
		s.pairs[p] = struct{}{}
		s.events[e].opposed = append(s.events[e].opposed, f)
	}
}
