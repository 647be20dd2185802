package explore

import (
	"fmt"

	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// Optimal-DPOR with wakeup trees: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for Optimal Dynamic Partial Order
// Reduction, JACM 64(4), 2017: Algorithm 2, extended to locks (Algorithm 4) and to general blocking (Algorithm 6).
//
//	 1  Explore(E, Sleep, WuT)
//	 2    if enabled(s[E]) is empty
//	 3      foreach e, e' in dom(E) that are in a reversible race
//	 4        let E' = pre(E, e)
//	 5        let v = notdep(e, E).e'
//	 6        if sleep(E') and WI[E'](v) are disjoint
//	 7          wut(E') := insert[E'](v, wut(E'))
//	 8      foreach e in dom(E)
//	 9        let E' = pre(E, e)
//	10        let w = notdep(e, E)
//	11        foreach subsequence u of w with u prefix-related to w after E'
//	12          foreach p such that e disables p after E'.u
//	13            let v = u.p
//	14            lines 6 and 7
//	16    else
//	17      if WuT is not empty
//	18        wut(E) := WuT
//	19      else
//	20        choose p in enabled(s[E])
//	21        wut(E) := {p}
//	22      sleep(E) := Sleep
//	23      while wut(E) is not empty
//	24        let p be its first branch
//	25        let Sleep' = {q in sleep(E) | p and q are independent after E}
//	26        let WuT' = subtree(wut(E), p)
//	27        Explore(E.p, Sleep', WuT')
//	28        add p to sleep(E)
//	29        remove all sequences p.w from wut(E)
//
// Where we differ:
//   - A transition p is a thread with an alternative. Another alternative of one of e's threads is disabled by e.
//   - Line 11 takes the largest subsequences only: an event of w is left out if p is dependent with it and e does not disable p
//     after a larger one. A smaller one is met again behind the larger (trace/candidate.go has the argument). There can be exponentially
//     many subsequences, of a test whose timer may fire before or after each of many looks at the clock for instance.
//   - Lines 3 to 14 leave out each v whose events were all there when the execution before ended: lines 6 and 7 looked at that v
//     then, and E' has the same sleep set, and a wakeup tree that has only grown since.
//   - Line 29 comes first: nothing that is inserted meanwhile meets p, because it holds p's event back.
//
// Complexity: for each race that is new, or whose v is, a step for each thread, and for each branch on the way down the wakeup tree
// one for each thread or for each event on the branch's object. Guarantee: exactly one execution of each trace, and none given up asleep.
type optimal struct {
	stack
	forest    forest
	wut       []list // by state: its wakeup tree, without the branch that is being explored
	subtree   list   // the wakeup tree of the state to come
	visit     func(*reversal.Sequence)
	reversals *reversal.Reversals

	dependence model.Dependence
}

func newOptimal(x *trace.Execution, o Options) explorer {
	s := &optimal{stack: newStack(x, o), forest: newForest(x), subtree: none, dependence: o.Dependence, reversals: reversal.NewReversals(x)}
	s.visit = s.reverse
	return s
}

func (s *optimal) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	s.inherit()
	n := len(s.nodes) - 1
	s.wut = append(s.wut[:n], s.subtree) // Lines 17 and 18
	s.subtree = none
	if checking {
		s.checkTree(n)
	}
	i := s.branch(n)
	if s.contradicted {
		return model.Choice{}, false
	}
	if i >= 0 {
		return s.take(i, nil), true
	}
	return s.first(nil) // Lines 20 and 21
}

// branch takes the first branch of state n's wakeup tree, the newest state's, that the bound permits: lines 24, 26 and 29. It
// returns the index of the transition, or -1. A branch that the state does not offer contradicts an earlier execution.
func (s *optimal) branch(n int) int {
	for s.wut[n].first >= 0 {
		c, subtree := s.forest.pluck(&s.wut[n])
		i := find(s.of(n), c)
		if i < 0 {
			s.contradicted = true
			s.forest.fell(subtree)
			return -1
		}
		slept := s.of(n)[i].mark&(asleep|done) != 0
		if slept && checking {
			panic(fmt.Sprintf("explore: optimal: %v, a branch of the wakeup tree, is asleep at event %d", c, n))
		}
		if !slept && s.permits(i) {
			s.subtree = subtree
			return i
		}
		s.forest.fell(subtree)
	}
	return -1
}

// Backtrack is called with a maximal execution, or one that a bound has cut off.
func (s *optimal) Backtrack() ([]model.Choice, bool) {
	if checking {
		s.x.Check()
	}
	s.forest.fell(s.subtree)
	s.subtree = none
	s.reversals.Each(s.visit) // Lines 2 to 15
	for n := len(s.nodes) - 1; n >= 0; n-- {
		s.x.Truncate(n)
		if t := s.nodes[n].taken; t >= 0 {
			s.alts[t].mark |= done // Line 28
			s.nodes[n].taken = -1
		}
		if i := s.branch(n); i >= 0 {
			s.take(i, nil)
			return s.x.Choices(), true
		}
		s.pop()
	}
	return nil, false
}

// reverse is lines 6 and 7.
func (s *optimal) reverse(v *reversal.Sequence) {
	alts := s.of(v.N)
	for i := range alts {
		a := &alts[i]
		if a.mark&(asleep|done) == 0 {
			continue
		}
		var partner *model.Op
		if a.PartnerOp >= 0 {
			partner = s.x.OpAt(a.PartnerOp)
		}
		if v.WeakInitial(a.Choice, s.x.OpAt(a.Op), partner) {
			return
		}
	}
	if s.forest.insert(&s.wut[v.N], v) && checking {
		s.checkTree(v.N)
	}
}
