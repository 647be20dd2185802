package unfold

// A Configuration is a configuration of a Structure that grows and shrinks at its end: that of the running execution.
type Configuration struct {
	s      *Structure
	events []Event
	marks  []int   // by event: the number of changes before it
	levels []level // by number of events: D
	// tmax and lmax of the configuration, by thread and by object.
	threads []int32
	objects []int32
	changes []change
	comb    comb
	past    []Event
}

// A change is the old value of an entry of tmax or lmax.
type change struct {
	object bool // of lmax, not tmax
	key    int32
	value  int32
}

// NewConfiguration returns the empty configuration of s.
func NewConfiguration(s *Structure) *Configuration { return &Configuration{s: s} }

// Len is the number of events.
func (c *Configuration) Len() int { return len(c.events) }

// At is the i-th event pushed, from 0.
func (c *Configuration) At(i int) Event { return c.events[i] }

// Add returns the event with the label l, and adds it to the Structure if it is new. l.Past has indices of events in
// the configuration, as for At.
func (c *Configuration) Add(l *Label) Event {
	c.past = c.past[:0]
	for _, i := range l.Past {
		c.past = append(c.past, c.events[i])
	}
	return c.s.add(l, c.past)
}

// Push appends e, which must be enabled. It refreshes the spikes of D. The rest takes O(n) time for n threads and
// objects in the history of e, and members of their tips.
func (c *Configuration) Push(e Event) {
	for l, i := c.level(), 0; i < l.n; i++ {
		c.refresh(&l.spikes[i])
	}
	c.marks = append(c.marks, len(c.changes))
	c.events = append(c.events, e)
	c.join(e)
}

// Pop removes the event that was pushed last. It takes O(n) time for n entries of tmax and lmax that the event has
// changed.
func (c *Configuration) Pop() {
	n := len(c.events) - 1
	c.undo(c.marks[n])
	c.events, c.marks = c.events[:n], c.marks[:n]
}

// join adds [e] to tmax and lmax. The configuration must admit e.
func (c *Configuration) join(e Event) {
	s := c.s
	for _, m := range s.threadsOf(e) {
		for int(m.key) >= len(c.threads) {
			c.threads = append(c.threads, 0)
		}
		old := c.threads[m.key]
		if n := s.laterNode(old, m.value); n != old {
			c.changes = append(c.changes, change{false, m.key, old})
			c.threads[m.key] = n
		}
	}
	for _, m := range s.objectsOf(e) {
		for int(m.key) >= len(c.objects) {
			c.objects = append(c.objects, 0)
		}
		old := c.objects[m.key]
		if t := s.joinTips(old, m.value); t != old {
			c.changes = append(c.changes, change{true, m.key, old})
			c.objects[m.key] = t
		}
	}
}

// undo reverts all changes except the first n.
func (c *Configuration) undo(n int) {
	for i := len(c.changes) - 1; i >= n; i-- {
		if ch := c.changes[i]; ch.object {
			c.objects[ch.key] = ch.value
		} else {
			c.threads[ch.key] = ch.value
		}
	}
	c.changes = c.changes[:n]
}

// admits says whether the union of the configuration and [e] is a configuration. It takes O(n·log n) time for n threads
// and objects in the history of e.
func (c *Configuration) admits(e Event) bool {
	s := c.s
	for _, m := range s.threadsOf(e) {
		if int(m.key) < len(c.threads) && c.threads[m.key] != m.value && s.threads.apart(c.threads[m.key], m.value) {
			return false
		}
	}
	for _, m := range s.objectsOf(e) {
		if int(m.key) < len(c.objects) && s.clashes(c.objects[m.key], m.value) {
			return false
		}
	}
	return true
}

// admitsAfter is admits for an event that the configuration admitted before the changes from index from on.
func (c *Configuration) admitsAfter(from int, e Event) bool {
	s := c.s
	threads, objects := s.threadsOf(e), s.objectsOf(e)
	for _, ch := range c.changes[from:] {
		if ch.object {
			if s.clashes(c.objects[ch.key], value(objects, ch.key)) {
				return false
			}
		} else if s.threads.apart(c.threads[ch.key], value(threads, ch.key)) {
			return false
		}
	}
	return true
}

// Enables says whether e, which the configuration admits, is an extension of it: whether its history is in it.
func (c *Configuration) Enables(e Event) bool {
	ev := &c.s.events[e]
	for _, m := range c.s.threadsOf(e) {
		n := m.value
		if n == ev.node || n == ev.partner {
			n = c.s.threads.nodes[n].parent
		}
		if n != 0 && (int(m.key) >= len(c.threads) || c.s.threads.nodes[c.threads[m.key]].depth < c.s.threads.nodes[n].depth) {
			return false
		}
	}
	return true
}
