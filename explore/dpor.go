package explore

import (
	"heddle/model"
	"heddle/reversal"
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
// Which figure is used when: of E, p itself is added if pre(S, i) offers the transition that p takes first after it (Figure 4);
// if not, another q of E (Figure 3); if E is empty, all that is enabled (line 7 of both). Nothing is added if some q of E is
// there already (the first of the optimizations in section 3).
//
// dpor has the sleep sets that section 3 mentions, dpor-nosleep has none. Everything else, blocked operations, alternatives,
// joint events and timers, is as in source.go: what differs is the transition that reverses a race.
//
// Where we differ:
//   - Line 4 looks at p when p is executed, and at every operation that can block when it becomes pending and when it is
//     disabled (see source.go); not at all processes in every state. It looks at every event that is in a reversible race
//     with p, not only at the last one: the others would be found later, in executions that need not be run for them.
//   - "Enabled, and p or on the way to p" is asked of transitions, not of processes: the alternative that was taken after i
//     must be the one that pre(S, i) offers.
//   - E and line 7 leave out what sleeps in pre(S, i). What follows a process q that sleeps has been explored from an earlier
//     state, and the races that it has with what is to come before it were reversed there, not here: see
//     TestDPORSleepingProcess. The figures with sleep sets added and nothing else lose traces: 17 of the 64 of lastzero 5. So
//     if p itself sleeps, and nothing that leads to it is awake, line 7 adds all: that is where this algorithm explores more
//     than source-DPOR, which knows that an initial that sleeps will do.
//   - Line 10 takes the return of the test function when nothing else is awake. It is independent of all but timers, so that
//     it is among what line 7 adds, as the exit of each process is in the programs that were measured in 2017.
//
// Complexity: for each race, one pass over the events between the two. Guarantee: dpor, exactly one complete execution of
// each trace; dpor-nosleep, at least one.
type persistent struct{ source }

func newDPOR(x *trace.Execution, o Options) explorer {
	return &persistent{*makeSource(x, o, persistentSets{})}
}

func newDPORWithoutSleep(x *trace.Execution, o Options) explorer {
	return &sleepless{persistent{*makeSource(x, o, persistentSets{})}}
}

func (s *persistent) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	s.inherit()
	s.blocked() // Lines 3 to 9
	return s.begin()
}

// begin is lines 10 and 11.
func (s *persistent) begin() (model.Choice, bool) {
	if c, ok := s.firstBut(model.Return, s.pick); ok {
		return c, true
	}
	return s.first(s.pick)
}

// A sleepless explorer has no sleep sets.
type sleepless struct{ persistent }

func (s *sleepless) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	s.blocked() // Lines 3 to 9
	return s.begin()
}

// Persistent sets take p itself, or what happens before it; in either case a transition that is awake.
type persistentSets struct{}

// reverse is lines 5 to 7 for the race between event e and the newest event, which is p's.
func (persistentSets) reverse(s *source, e int) {
	end := s.x.Len() - 1
	p := &s.alts[s.nodes[end].taken]
	leads := func(f int32) bool { return int(f) == end || s.x.HappensBefore(int(f), end) }
	if !s.addLeading(e, p.Op, leads) && !(s.x.OpAt(p.Op).Kind.Timer() && s.addThread(e, p)) {
		s.addAll(e) // Line 7
	}
}

// disabled is lines 5 to 7 for operation op, which is p's and which event d disables.
func (persistentSets) disabled(s *source, d reversal.Disabler, op int32) {
	if d.Past || d.Joint {
		sourceSets{}.disabled(s, d, op)
		return
	}
	if !s.addLeading(d.Event, op, func(f int32) bool { return s.x.Precedes(int(f), op) }) {
		s.addAll(d.Event) // Line 7
	}
}

// lost is lines 5 to 7 for transition a, which state n offers and its event disables: E is {a}.
func (persistentSets) lost(s *source, n int, a *alt) {
	if a.mark&asleep != 0 {
		s.addAll(n) // Line 7
	} else {
		a.mark |= backtrack // Line 6
	}
}

// addLeading is lines 5 and 6: E holds the transitions of state e that are awake and that are of operation op, which is p's,
// or one of the events after e that lead to it. It says whether there are any.
func (s *source) addLeading(e int, op int32, leads func(int32) bool) bool {
	alts := s.of(e)
	best := -1
	for i := range alts {
		a := &alts[i]
		if a.mark&asleep != 0 {
			continue
		}
		own := a.Op == op || a.PartnerOp == op
		if f := s.executed(e, a); f >= 0 && !leads(f) || f < 0 && !own {
			continue
		}
		if a.mark != 0 {
			return true
		}
		if own || best < 0 {
			best = i
		}
	}
	if best >= 0 {
		alts[best].mark |= backtrack
	}
	return best >= 0
}

// executed is the event after e that takes transition a of state e, or -1.
func (s *source) executed(e int, a *alt) int32 {
	for f := e + 1; f < s.x.Len(); f++ {
		if t := &s.alts[s.nodes[f].taken]; t.Op == a.Op && t.Choice == a.Choice {
			return int32(f)
		}
	}
	return -1
}
