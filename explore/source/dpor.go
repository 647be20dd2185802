package source

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/reversal/growing"
	"heddle/trace"
)

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
// When which figure is used: p itself is added if pre(S, i) offers the transition that p takes first after it (Figure 4). If not,
// another q of E is added (Figure 3). If E is empty, everything enabled is added (line 7 of both). Nothing is added if some q of E is
// in backtrack(pre(S, i)) already (the first of the optimizations in section 3).
//
// dpor has the sleep sets that section 3 mentions, dpor-nosleep has none. Blocked operations, alternatives, joint events and timers are as
// in source.go. Only the transition that reverses a race differs.
//
// Where we differ:
//   - Line 4 examines p when p is executed, and every operation that can block when it becomes pending and when it is
//     disabled (see source.go); not all processes in every state. It examines every event that is in a reversible race
//     with p, not only the last one: the others would be found later, in executions that need not be run for them.
//   - E is a set of transitions, not of processes: the alternative that q took after i must be the one that pre(S, i) offers.
//   - E and line 7 leave out what sleeps in pre(S, i). What follows a process q that sleeps has been explored from an earlier
//     state, and the races that it has with what is to come before it were reversed there, not here: see
//     TestDPORSleepingProcess. The figures with sleep sets and no other change lose traces: 17 of the 64 of lastzero 5. So
//     if p itself sleeps, and nothing that leads to it is awake, line 7 adds everything. Here this algorithm explores more
//     than source-DPOR, for which an initial that sleeps is enough.
//   - Line 10 takes the return of the test function only when nothing else is awake. It is independent of everything but timers, so
//     line 7 adds it, as it adds the exit of each process in the programs that were measured in 2017.
//
// Complexity: for each race, one pass over the events between the two. Guarantee: dpor, exactly one complete execution of
// each trace; dpor-nosleep, at least one.
type persistent struct{ BacktrackSets }

// NewDPOR returns DPOR with sleep sets.
func NewDPOR(x *trace.Execution, o search.Options) search.Explorer {
	return &persistent{NewBacktrackSets(x, o, persistentSets{})}
}

// NewDPORNoSleep returns DPOR without sleep sets.
func NewDPORNoSleep(x *trace.Execution, o search.Options) search.Explorer {
	return &sleepless{persistent{NewBacktrackSets(x, o, persistentSets{})}}
}

func (s *persistent) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Inherit()
	s.Blocked() // Lines 3 to 9
	return s.begin()
}

// begin is lines 10 and 11.
func (s *persistent) begin() (model.Choice, bool) {
	if c, ok := s.FirstBut(model.Return, s.Pick); ok {
		return c, true
	}
	return s.First(s.Pick)
}

// Backtrack is the next round of line 13.
func (s *persistent) Backtrack() ([]model.Choice, bool) { return s.NextExecution(s.Pick) }

// A sleepless explorer has no sleep sets.
type sleepless struct{ persistent }

func (s *sleepless) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Blocked() // Lines 3 to 9
	return s.begin()
}

// persistentSets add p itself or what happens before it; in either case a transition that is awake.
type persistentSets struct{}

// Reverse is lines 5 to 7 for the race between event e and the newest event, which is p's.
func (persistentSets) Reverse(s *BacktrackSets, e int) {
	end := s.x.Len() - 1
	p := s.Taken(end)
	leads := func(f int32) bool { return int(f) == end || s.x.HappensBefore(int(f), end) }
	if !s.addLeading(e, p.Op, leads) && !(s.x.OpAt(p.Op).Kind.Timer() && s.addThread(e, p)) {
		s.AddAll(e) // Line 7
	}
}

// Disabled is lines 5 to 7 for operation op, which is p's and which event d disables.
func (persistentSets) Disabled(s *BacktrackSets, d growing.Disabler, op int32) {
	if d.Past || d.Joint {
		sourceSets{}.Disabled(s, d, op)
		return
	}
	if !s.addLeading(d.Event, op, func(f int32) bool { return s.x.Precedes(int(f), op) }) {
		s.AddAll(d.Event) // Line 7
	}
}

// Lost is lines 5 to 7 for transition t, which state n offers and its event disables: E is {t}.
func (persistentSets) Lost(s *BacktrackSets, n int, t *search.Transition) {
	if t.Mark&search.Asleep != 0 {
		s.AddAll(n) // Line 7
	} else {
		t.Mark |= search.Backtrack // Line 6
	}
}

// addLeading is lines 5 and 6. E holds the transitions of state e that are awake and that are of operation op, which is p's,
// or that are taken by an event after e that leads to it. addLeading returns whether there are any.
func (s *BacktrackSets) addLeading(e int, op int32, leads func(int32) bool) bool {
	offered := s.Offered(e)
	best := -1
	for i := range offered {
		a := &offered[i]
		if a.Mark&search.Asleep != 0 {
			continue
		}
		own := a.Op == op || a.PartnerOp == op
		if f := s.executed(e, a); f >= 0 && !leads(f) || f < 0 && !own {
			continue
		}
		if a.Mark != 0 {
			return true
		}
		if own || best < 0 {
			best = i
		}
	}
	if best >= 0 {
		offered[best].Mark |= search.Backtrack
	}
	return best >= 0
}

// executed is the event after e that takes transition a of state e, or -1.
func (s *BacktrackSets) executed(e int, a *search.Transition) int32 {
	for f := e + 1; f < s.x.Len(); f++ {
		if t := s.x.Event(int32(f)); t.Op == a.Op && t.Choice == a.Choice {
			return int32(f)
		}
	}
	return -1
}
