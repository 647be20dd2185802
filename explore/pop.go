package explore

import (
	"fmt"

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
// sleepchar.go (what it is), schedexpr.go (the expressions P > x and P[phi] > x), conflictset.go (C), headset.go (D), readset.go (R). What they
// ask about operations is in package trace: schedule.go, conflict.go, goal.go.
//
// Where we differ:
//   - The paper has reads and writes, which are always enabled. What takes the place of a read, and what a schedule is when e
//     disables its last transition, is said in docs/algorithms.md, with the argument.
//   - Line 13, which leaves the choice open, takes e again after the schedule of a read that was in a race with e. So a sleep set is
//     never asked but in line 7, and nothing can be given up asleep. Timers are taken when nothing else is enabled.
//   - Lines 4 to 12 come when the execution that line 15 has begun is complete: an execution is run to its end once. What is
//     kept of it meanwhile is itself and its schedules, in the order in which the paper comes to them.
//
// Complexity: for each event, a pass over the events after each that it is in a race with. Space: polynomial in the length of the
// longest execution (Theorem 2), whatever the number of executions. Guarantee: exactly one execution of each trace, and none
// given up asleep.
type pop struct {
	stack
	branch            // what the running execution is made of
	path      branch  // what it has to begin with: E1.S
	start     int     // the length of E1
	tree      []frame // see eager.go
	reverse   func(*reversal.Schedule) bool
	schedules *reversal.Schedules

	sequences []*reversal.Remainder // to work with
	used      int                  // those that are in use
	shown     int                  // schedules, since fill was called

	program    model.Program // to run executions again
	dependence model.Dependence
}

// A branch is an execution, or the beginning of one, with what POP marks its events with.
type branch struct {
	choices []model.Choice
	parts   []reversal.Part
	ends    []*reversedRace // by event: not nil for the last event of a schedule
}

func newPOP(x *trace.Execution, o Options) explorer {
	s := &pop{stack: newStack(x, o), dependence: o.Dependence, schedules: reversal.NewSchedules(x)}
	s.reverse = s.reversed
	return s
}

func (s *pop) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	n := len(s.nodes) - 1
	if n < len(s.path.choices) {
		return s.follow(n)
	}
	if n == len(s.path.choices) {
		s.arrive()
	}
	return s.advance(n)
}

// follow takes the next transition of the path. One that is not offered contradicts an earlier execution.
func (s *pop) follow(n int) (model.Choice, bool) {
	i := find(s.of(n), s.path.choices[n])
	if i < 0 {
		s.contradicted = true
		return model.Choice{}, false
	}
	if !s.permits(i) {
		return model.Choice{}, false
	}
	s.branch.add(s.path.choices[n], s.path.parts[n], s.path.ends[n])
	return s.take(i, nil), true
}

// arrive marks the heads of the schedule that the path ends with.
func (s *pop) arrive() {
	learnFirst(s.x, s.ends, 0)
	for i := s.start; i < len(s.parts); i++ {
		s.parts[i] = reversal.Head
		for k := len(s.parts) - 1; k > i && s.parts[i] == reversal.Head; k-- {
			if s.x.HappensBefore(i, k) {
				s.parts[i] = reversal.Inside
			}
		}
	}
}

// advance is lines 13 to 15.
func (s *pop) advance(n int) (model.Choice, bool) {
	i := -1
	if s.readBefore(n) >= 0 {
		i = s.again(n, s.ends[n-1].e.Choice)
	} else {
		i = s.easiest(n)
	}
	if i < 0 || !s.permits(i) {
		return model.Choice{}, false
	}
	s.branch.add(s.of(n)[i].Choice, reversal.Free, nil)
	return s.take(i, nil), true
}

// again is the transition e in state n, or another one of its operation if the schedule before has disabled e alone.
func (s *pop) again(n int, e model.Choice) int {
	alts := s.of(n)
	if i := find(alts, e); i >= 0 {
		return i
	}
	for i := range alts {
		if alts[i].Thread == e.Thread && alts[i].PartnerOp < 0 {
			return i
		}
	}
	panic(fmt.Sprintf("explore: pop: %v, which nothing can have disabled, is not offered at event %d", e, n))
}

// easiest is the transition of state n to go on with: one of the thread, of those that can go on, that ran last. A timer comes
// last, the return of the test function, which stops all timers, before it. It returns -1 if there is none within the bound.
func (s *pop) easiest(n int) int {
	alts := s.of(n)
	best, rank := -1, 0
	for i := range alts {
		if r := s.rank(&alts[i]); (best < 0 || r > rank) && s.bound.allows(&s.stack, i) {
			best, rank = i, r
		}
	}
	return best
}

// rank is higher for what is better to go on with.
func (s *pop) rank(a *alt) int {
	switch {
	case s.x.OpAt(a.Op).Kind.Timer():
		return -3
	case s.x.OpAt(a.Op).Kind == model.Return:
		return -2
	}
	return s.x.Last(a.Thread)
}

func (b *branch) add(c model.Choice, p reversal.Part, r *reversedRace) {
	b.choices, b.parts, b.ends = append(b.choices, c), append(b.parts, p), append(b.ends, r)
}

// set makes b the first n events of a.
func (b *branch) set(a *branch, n int) {
	b.choices = append(b.choices[:0], a.choices[:n]...)
	b.parts = append(b.parts[:0], a.parts[:n]...)
	b.ends = append(b.ends[:0], a.ends[:n]...)
}
