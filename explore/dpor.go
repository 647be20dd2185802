package explore

import "heddle/trace"

// Dynamic partial-order reduction with persistent sets: Flanagan, Godefroid, Dynamic Partial-Order Reduction for Model
// Checking Software, POPL 2005: Figure 4 (clock vectors), and Figure 3 where Figure 4 would add all enabled processes.
//
//	 1  Explore(S)
//	 2    let s = last(S)
//	 3    for all processes p
//	 4      if there is a last event i of S that is dependent and may be co-enabled with next(s, p), and not i ->S p
//	 5        let E = {q in enabled(pre(S, i)) | q = p, or an event j > i of q has j ->S p}           (Figure 3)
//	 6        if E is not empty then add any q of E to backtrack(pre(S, i))                           (Figure 3)
//	5,6       if p is in enabled(pre(S, i)) then add p to backtrack(pre(S, i))                        (Figure 4)
//	 7        else add enabled(pre(S, i)) to backtrack(pre(S, i))
//	10    if there is a p in enabled(s)
//	11      backtrack(s) := {p}
//	13      while there is a p in backtrack(s) that is not done
//	14,15     add p to done, Explore(S.next(s, p))
//
// Which figure is used when: p itself is added if pre(S, i) offers the transition that p takes first after it (Figure 4);
// if not, another q of E (Figure 3), one that is an initial of notdep(i, S).p; if there is none, all that is enabled (line 7
// of both).
//
// dpor has the sleep sets that section 3 mentions, dpor-nosleep has none. Everything else, blocked operations, alternatives,
// joint events and timers, is as in source.go: what differs is the transition that reverses a race. Only what happens before
// p may stand for p.
//
// Where we differ:
//   - Line 4 looks at p when p is executed, and at every operation that can block when it becomes pending and when it is
//     disabled (see source.go); not at all processes in every state. It looks at every event that is in a reversible race
//     with p, not only at the last one: the others would be found later, in executions that need not be run for them.
//   - "Enabled, and p or on the way to p" is asked of transitions, not of processes: the alternative that was taken after i
//     must be the one that pre(S, i) offers.
//   - A process that sleeps in pre(S, i) is in backtrack(pre(S, i)) for line 6 only if it is an initial of notdep(i, S).p.
//     What follows another one has been explored from an earlier state, and the races that it has with what is to come before
//     it were reversed there, not here: see TestDPORSleepingProcess. The figures with sleep sets added and nothing else lose
//     traces: 17 of the 64 of lastzero 5.
//
// Complexity: for each race, one pass over the events between the two. Guarantee: dpor, exactly one complete execution of
// each trace; dpor-nosleep, at least one.
func newDPOR(x *trace.Execution, o Options) explorer {
	return &source{stack: newStack(x, o), sets: persistentSets{}}
}

func newDPORWithoutSleep(x *trace.Execution, o Options) explorer {
	return &sleepless{source{stack: newStack(x, o), sets: persistentSets{}}}
}

// A sleepless explorer has no sleep sets.
type sleepless struct{ source }

func (s *sleepless) Next(state *trace.State) (trace.Choice, bool) {
	if !s.push(state) {
		return trace.Choice{}, false
	}
	s.blocked()            // Lines 3 to 9
	return s.first(s.pick) // Lines 10, 11
}

// Persistent sets take p itself, or what happens before it.
type persistentSets struct{}

// reverse is lines 5 to 7 for the race between event e and the newest event, which is p's.
func (persistentSets) reverse(s *source, e int) {
	end := s.x.Len() - 1
	initials := keep(s.x.Initials(e, end), func(f int32) bool { return s.x.HappensBefore(int(f), end) })
	if s.sleeps(e, initials) {
		return
	}
	p := &s.alts[s.nodes[end].taken]
	switch {
	case s.addFirst(e, end, p): // Figure 4, lines 5 and 6
	case len(initials) > 0:
		if !s.satisfied(e, initials) {
			s.add(e, initials) // Figure 3, lines 5 and 6
		}
	case !s.addThread(e, p) && !s.x.Timer(p.op): // another alternative of p
		s.addAll(e) // Line 7
	}
}

// serve keeps the initials that happen before operation op, or all if none does.
func (persistentSets) serve(s *source, initials []int32, op int32) []int32 {
	before := func(f int32) bool { return s.x.Precedes(int(f), op) }
	for _, f := range initials {
		if before(f) {
			return keep(initials, before)
		}
	}
	return initials
}

// addFirst marks the transition that a thread of p takes first after event e, in an execution that ends with event end, if
// state e offers it awake; it says whether it does.
func (s *source) addFirst(e, end int, p *alt) bool {
	alts := s.of(e)
	for i := range alts {
		a := &alts[i]
		if a.mark&asleep != 0 || !a.shares(p) {
			continue
		}
		for f := e + 1; f <= end; f++ {
			if t := &s.alts[s.nodes[f].taken]; t.op == a.op && t.Choice == a.Choice && (f == end || s.x.HappensBefore(f, end)) {
				a.mark |= backtrack
				return true
			}
		}
	}
	return false
}

// sleeps says whether one of the initials sleeps in state n.
func (s *source) sleeps(n int, initials []int32) bool {
	alts := s.of(n)
	for _, f := range initials {
		if i := find(alts, s.x.Choices()[f]); i >= 0 && alts[i].mark&asleep != 0 {
			return true
		}
	}
	return false
}

// keep leaves those of the events that are good, in their order.
func keep(events []int32, good func(int32) bool) []int32 {
	n := 0
	for _, f := range events {
		if good(f) {
			events[n], n = f, n+1
		}
	}
	return events[:n]
}
