package source

import (
	"heddle/explore/search"
	"heddle/model"
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
//   - Line 2 examines every operation that can block, whether it is blocked now or not: once when it becomes pending
//     (Disablers), and once when an event disables it. A lock that was held and released before p came to it must be found as
//     well. Line 6 does not try all subsequences: on the objects that block, the events that matter are totally ordered, so
//     u is what notdep(e, E) leaves.
//   - A transition is a thread with an alternative. Alternatives of one thread, and joint events that share a thread,
//     disable one another: when one is explored from a state, so are the others that the state offers.
//   - In lines 9 and 17 an initial that is asleep in E' is enough: sequences that start with it have been explored.
//
// Complexity: for each event, one pass over the events after each event that it races with. Guarantee: exactly one complete
// execution of each trace; executions may be given up asleep.
type source struct{ BacktrackSets }

// sourceSets add any initial.
type sourceSets struct{}

// NewSource returns source-DPOR.
func NewSource(x *trace.Execution, o search.Options) search.Explorer {
	return &source{NewBacktrackSets(x, o, sourceSets{})}
}

func (s *source) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Inherit()            // Lines 19, 21
	s.Blocked()            // Lines 2 to 10
	return s.First(s.Pick) // Lines 11, 12
}

// Backtrack is the next round of line 13.
func (s *source) Backtrack() ([]model.Choice, bool) { return s.NextExecution(s.Pick) }

// Reverse makes sure that an initial of notdep(e, E).p is explored from the state before e, where p is the newest event.
func (sourceSets) Reverse(s *BacktrackSets, e int) {
	end := s.x.Len() - 1
	initials := s.Races.Initials(e, end) // Lines 15, 16
	if s.satisfied(e, initials) {        // Line 17
		return
	}
	for k, f := range initials {
		if s.x.HappensBefore(int(f), end) { // p is no initial; prefer one that leads to p
			s.Add(e, initials[k:])
			return
		}
	}
	p := s.Taken(end) // Line 18
	if !s.addThread(e, p) && !s.x.OpAt(p.Op).Kind.Timer() {
		s.Add(e, initials)
	}
}

// satisfied says whether one of the initials is explored from state n, or sleeps there.
func (s *BacktrackSets) satisfied(n int, initials []int32) bool {
	offered := s.Offered(n)
	for _, f := range initials {
		if i := search.Index(offered, s.x.Event(f).Choice); i >= 0 && offered[i].Mark != 0 {
			return true
		}
	}
	return false
}

// addThread marks the transitions of p's threads in state n, and says whether there are any.
func (s *BacktrackSets) addThread(n int, p *trace.Transition) bool {
	offered, some := s.Offered(n), false
	for i := range offered {
		if offered[i].Shares(p) {
			offered[i].Mark |= search.Backtrack
			some = true
		}
	}
	return some
}
