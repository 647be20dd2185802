// Package pop is POP, parsimonious-optimal DPOR: it explores each Mazurkiewicz trace once, gives no execution up, and needs
// polynomial space.
//
// Terms, as in the paper:
//
//   - A schedule S of a race between e and e' is the sequence of events that is executed instead of e: what happens before e', and e'
//     itself. Its last event, which is e', is its head.
//   - A race is parsimonious if its reversal leads to executions that have not been explored.
//   - A read schedule is one whose head leaves e enabled. Read schedules of the same e are ordered; after one of them, those that
//     precede it sleep.
//   - The characterisation of the sleep set after E (SSChar[E]) is a set of schedule expressions, which say which schedules sleep.
//
// A Part is a part of an exploration that can be explored in another process.
package pop

import (
	"fmt"

	"heddle/explore/search"
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// POP, Parsimonious-OPtimal DPOR: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic Partial Order Reduction,
// CAV 2024: Algorithm 1, and Algorithm 2 for its characterisation of sleep sets.
//
//	 1  SSChar[<>] = {}
//	 2  Explore(<>)
//	 3  Explore(E)
//	 4    foreach e such that e and e' = last(E) are in a parsimonious race
//	 5      let E = E1.e.E2
//	 6      let S be the schedule of e' in E2
//	 7      if UpdSeq(S, SSChar[E1]) is not block
//	 8        SSChar[E1.S] = UpdSeq(S, SSChar[E1])
//	 9        if e' is a read
//	10          SchedChar[E1](S) = MkSchedChar(S, E1, e, E2)
//	11          add SchedChar[E1](S) to SSChar[E1.S]
//	12        Explore(E1.S)
//	13    if there is an e in enabled(E) such that UpdSeq(e, SSChar[E]) is not block
//	14      SSChar[E.e] = UpdSeq(e, SSChar[E])
//	15      Explore(E.e)
//
// Parsimonious race reversal is in parsimonious.go, eager race reversal in eager.go, and the characterisation of sleep sets in
// sleepchar.go (what it is), schedexpr.go (the expressions P > x and P[phi] > x), conflictset.go (C), headset.go (D), readset.go (R).
// Package reversal answers what they ask about events and operations: schedule.go, conflict.go, remainder.go.
//
// Where we differ:
//   - The paper has reads and writes, which are always enabled. docs/algorithms.md says what takes the place of a read, and what a
//     schedule is when e disables its last transition, with the argument.
//   - Line 13, which leaves the choice open, takes e again after the schedule of a read that was in a race with e. So only line 7 needs
//     the sleep set, and no execution is given up asleep. Timers are taken when nothing else is enabled.
//   - Lines 4 to 12 come when the execution that line 15 has begun is complete: an execution is run to its end once. Meanwhile the
//     execution and its schedules are kept, in the order in which the paper finds them.
//
// Complexity: for each event, a pass over the events after each that it is in a race with. Space: polynomial in the length of the
// longest execution (Theorem 2), whatever the number of executions. Guarantee: exactly one execution of each trace, and none
// given up asleep.
type pop struct {
	search.Front
	x         *trace.Execution
	running   notes               // about the running execution
	prefix    path                // what it begins with: E1.S
	start     int                 // the length of E1
	tree      tree                // the executions with schedules that are to be explored
	schedules *reversal.Schedules // of the running execution
}

// New returns POP. Begin must be called before the first execution.
func New(x *trace.Execution, o search.Options) search.Explorer {
	s := &pop{Front: search.NewFront(x, o), x: x, schedules: reversal.NewSchedules(x)}
	s.tree.finder.reruns = rerunner{names: x.Names(), dependence: o.Dependence}
	s.tree.finder.visit = s.tree.finder.found
	return s
}

// Standing is that of search.Explorer.
func (s *pop) Standing() search.Standing {
	now := s.Front.Standing()
	now.Diverged = now.Diverged || s.tree.finder.reruns.diverged
	return now
}

func (s *pop) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	n := s.x.Len()
	if n < len(s.prefix.choices) {
		return s.follow(n)
	}
	if n == len(s.prefix.choices) {
		s.arrive()
	}
	return s.advance(n)
}

// follow takes the next transition of the prefix. One that the state does not offer contradicts an earlier execution.
func (s *pop) follow(n int) (model.Choice, bool) {
	i := search.Index(s.Top(), s.prefix.choices[n])
	if i < 0 {
		s.Diverge()
		return model.Choice{}, false
	}
	if !s.Permits(i) {
		return model.Choice{}, false
	}
	s.running.add(s.prefix.parts[n], s.prefix.ends.at(n))
	return s.Take(i), true
}

// arrive marks the heads of the schedule S with which the prefix ends.
func (s *pop) arrive() {
	learnFirst(s.x, s.running.ends, 0)
	for i := s.start; i < len(s.running.parts); i++ {
		s.running.parts[i] = reversal.Head
		for k := len(s.running.parts) - 1; k > i && s.running.parts[i] == reversal.Head; k-- {
			if s.x.HappensBefore(i, k) {
				s.running.parts[i] = reversal.Inside
			}
		}
	}
}

// advance is lines 13 to 15.
func (s *pop) advance(n int) (model.Choice, bool) {
	i := -1
	if s.running.readBefore(n) >= 0 {
		i = s.again(n, s.running.ends.at(n-1).e.Choice)
	} else {
		i = s.easiest()
	}
	if i < 0 || !s.Permits(i) {
		return model.Choice{}, false
	}
	s.running.add(reversal.Free, nil)
	return s.Take(i), true
}

// again is the transition e in state n, the newest one, or another one of the same operation if the schedule before has disabled only e.
func (s *pop) again(n int, e model.Choice) int {
	offered := s.Top()
	if i := search.Index(offered, e); i >= 0 {
		return i
	}
	for i := range offered {
		if offered[i].Thread == e.Thread && offered[i].PartnerOp < 0 {
			return i
		}
	}
	panic(fmt.Sprintf("explore: pop: %v, which nothing can have disabled, is not offered at event %d", e, n))
}

// easiest is the transition of the newest state with which to go on: one of the enabled thread that ran last. The return of the test function,
// which stops all timers, comes after all others, and timers come after it. easiest returns -1 if no transition is within the bound.
func (s *pop) easiest() int {
	offered := s.Top()
	best, rank := -1, 0
	for i := range offered {
		if r := s.rank(&offered[i]); (best < 0 || r > rank) && s.Allows(i) {
			best, rank = i, r
		}
	}
	return best
}

// rank orders transitions for easiest: the highest rank is taken first.
func (s *pop) rank(t *search.Transition) int {
	switch {
	case s.x.OpAt(t.Op).Kind.Timer():
		return -3
	case s.x.OpAt(t.Op).Kind == model.Return:
		return -2
	}
	return s.x.Last(t.Thread)
}
