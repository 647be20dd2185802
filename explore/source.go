package explore

import (
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// Source-DPOR with sleep sets: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for Optimal Dynamic Partial
// Order Reduction, JACM 64(4), 2017: Algorithm 1, with the races of blocked operations of Algorithms 3 (locks) and 5
// (general blocking).
//
//	 1  Explore(E, Sleep)
//	 2    foreach p that is blocked in s[E]                         (Algorithm 5)
//	 3      foreach e in dom(E)
//	 4        let E' = pre(E, e)
//	 5        let w = notdep(e, E)
//	 6        foreach subsequence u of w with u prefix-related to w after E'
//	 7          if e disables p after E'.u then
//	 8            let v = u.p
//	 9            if I[E'](v) and backtrack(E') are disjoint then
//	10              add some q of I[E'](v) to backtrack(E')
//	11    if there is a p in enabled(s[E]) \ Sleep then
//	12      backtrack(E) := {p}
//	13      while there is a p in backtrack(E) \ Sleep
//	14        foreach e in dom(E) such that e and next[E](p) are in a reversible race
//	15        ..18  as lines 4 to 10, with v = notdep(e, E).p
//	19        let Sleep' = {q in Sleep | q and p are independent after E}
//	20        Explore(E.p, Sleep')
//	21        add p to Sleep
//
// Where we differ:
//   - Line 2 looks at every operation that can block, whether it is blocked now or not, once when it becomes pending
//     (Disablers) and once when an event disables it: a lock that was held and freed before p came to it must be found as
//     well. Line 6 does not try all subsequences: on the objects that block, the events that matter are totally ordered, so
//     that u is what notdep(e, E) leaves.
//   - A transition is a thread with an alternative. Alternatives of one thread, and joint events that share a thread,
//     disable one another: when one is explored from a state, so are the others that the state offers.
//   - In lines 9 and 17 an initial that is asleep in E' will do: sequences that start with it have been explored.
//
// Complexity: for each event, one pass over the events after each event that it races with. Guarantee: exactly one complete
// execution of each trace; executions may be given up asleep.
type source struct {
	stack
	races     *reversal.Races
	disablers *reversal.Disablers
	unclear   int // races that needed all transitions of a state
	sets      sets
}

// Sets decide which transition from the state before a race's first event leads to the race reversed: lines 16 to 18.
type sets interface {
	// reverse does it for the race between event e and the newest event.
	reverse(s *source, e int)
	// disabled does it for operation op, which is pending in the newest state, and the event that disables it.
	disabled(s *source, d reversal.Disabler, op int32)
	// lost does it for transition a of state n, which event n disables.
	lost(s *source, n int, a *alt)
}

// Source sets take any initial.
type sourceSets struct{}

func newSource(x *trace.Execution, o Options) explorer { return makeSource(x, o, sourceSets{}) }

func makeSource(x *trace.Execution, o Options, by sets) *source {
	races := reversal.NewRaces(x)
	return &source{stack: newStack(x, o), races: races, disablers: reversal.NewDisablers(races), sets: by}
}

func (s *source) standing() standing {
	now := s.stack.standing()
	now.fallbacks = s.unclear
	return now
}

func (s *source) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	s.inherit()            // Lines 19, 21
	s.blocked()            // Lines 2 to 10
	return s.first(s.pick) // Lines 11, 12
}

// Backtrack is the next round of line 13.
func (s *source) Backtrack() ([]model.Choice, bool) { return s.next(s.pick) }

// pick takes transition i of the newest state: lines 14 to 18 for it, and its rivals are to be explored, too.
func (s *source) pick(i int) {
	n := len(s.nodes) - 1
	s.rivals(n, s.nodes[n].from+int32(i))
	for _, e := range s.x.Races() { // Line 14
		if s.races.Unclear(int(e)) {
			s.addAll(int(e))
		} else if s.races.Reversible(int(e)) {
			s.sets.reverse(s, int(e))
		}
	}
}

// rivals marks what transition t of state n disables at once: the alternatives of its thread, and the joint events with its
// threads.
func (s *source) rivals(n int, t int32) {
	c := &s.alts[t]
	barrier := s.x.OpAt(c.Op).Barrier()
	alts := s.of(n)
	for i := range alts {
		if barrier || alts[i].Shares(&c.Transition) {
			alts[i].mark |= backtrack
		}
	}
}

// reverse makes sure that the race between e and the newest event p is reversed: that an initial of notdep(e, E).p is
// explored from the state before e.
func (sourceSets) reverse(s *source, e int) {
	end := s.x.Len() - 1
	initials := s.races.Initials(e, end) // Lines 15, 16
	if s.satisfied(e, initials) {        // Line 17
		return
	}
	for k, f := range initials {
		if s.x.HappensBefore(int(f), end) { // p is no initial; of the others, one that leads to p serves best
			s.add(e, initials[k:])
			return
		}
	}
	p := &s.alts[s.nodes[end].taken] // Line 18
	if !s.addThread(e, p) && !s.x.OpAt(p.Op).Kind.Timer() {
		s.add(e, initials)
	}
}

// satisfied says whether one of the initials is explored from state n, or sleeps there.
func (s *source) satisfied(n int, initials []int32) bool {
	alts := s.of(n)
	for _, f := range initials {
		if i := find(alts, s.x.Choices()[f]); i >= 0 && alts[i].mark != 0 {
			return true
		}
	}
	return false
}

// find is the index of c in alts, or -1.
func find(alts []alt, c model.Choice) int {
	for i := range alts {
		if alts[i].Choice == c {
			return i
		}
	}
	return -1
}

// add marks the first initial in state n, or all transitions if there is none among them.
func (s *source) add(n int, initials []int32) {
	alts := s.of(n)
	for _, f := range initials {
		if i := find(alts, s.x.Choices()[f]); i >= 0 {
			alts[i].mark |= backtrack
			return
		}
	}
	s.addAll(n)
}

// addThread marks the transitions of p's threads in state n, and says whether there are any.
func (s *source) addThread(n int, p *alt) bool {
	alts, some := s.of(n), false
	for i := range alts {
		if alts[i].Shares(&p.Transition) {
			alts[i].mark |= backtrack
			some = true
		}
	}
	return some
}

func (s *source) addAll(n int) {
	s.unclear++
	alts := s.of(n)
	for i := range alts {
		alts[i].mark |= backtrack
	}
}
