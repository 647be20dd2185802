// Package optimal is optimal-DPOR, which explores each Mazurkiewicz trace once and gives no execution up.
//
// What a race calls for is kept in a wakeup tree of the state before the race: a tree of transitions, along which the next executions from
// that state begin. optimal.go is the algorithm, wakeuptree.go the trees, checktree.go their invariant.
package optimal

import (
	"fmt"

	"heddle/explore/search"
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
	"heddle/trace/pages"
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
//     after a larger one. A smaller one is met again after the larger (reversal/reversals.go has the argument). There can be exponentially
//     many subsequences, for instance in a test whose timer may fire before or after each of many reads of the clock.
//   - Lines 3 to 14 leave out each v whose events were all there when the previous execution ended. Lines 6 and 7 were done for that v
//     then; E' has the same sleep set since, and a wakeup tree that has only grown.
//   - Line 29 comes first. No sequence that is inserted meanwhile has p as a weak initial, because it leaves p's event out.
//
// Complexity: for each event, a step for each thread, and the logarithm of the length; for each race that is new, or whose v is, a step for
// each thread, the length of v if it is added to the wakeup tree, and for each branch on the way down the tree
// one for each thread or for each event on the branch's object. Guarantee: exactly one execution of each trace, and none given up asleep.
type optimal struct {
	search.Stack
	x         *trace.Execution
	forest    forest
	wut       pages.List[wakeupTree] // by state: its wakeup tree, without the branch that is being explored
	subtree   wakeupTree             // the wakeup tree of the state to come
	visit     func(*reversal.Sequence)
	reversals *reversal.Reversals

	dependence model.Dependence // for checkTree
}

// New returns optimal-DPOR.
func New(x *trace.Execution, o search.Options) search.Explorer {
	s := &optimal{Stack: search.NewStack(x, o), x: x, forest: newForest(x), subtree: none, dependence: o.Dependence,
		reversals: reversal.NewReversals(x)}
	s.visit = s.reverse
	return s
}

func (s *optimal) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Inherit()
	n := s.Len() - 1
	s.wut.Truncate(int32(n))
	s.wut.Push(s.subtree) // Lines 17 and 18
	s.subtree = none
	if search.Checking {
		s.checkTree(n)
	}
	i := s.branch(n)
	if s.Diverged() {
		return model.Choice{}, false
	}
	if i >= 0 {
		return s.Take(i, nil), true
	}
	return s.First(nil) // Lines 20 and 21
}

// branch removes branches from the wakeup tree of state n, the newest one, up to the first that the bound permits: lines 24, 26 and 29.
// It returns the index of its transition, or -1. A branch that the state does not offer contradicts an earlier execution.
func (s *optimal) branch(n int) int {
	for tree := s.wut.At(int32(n)); *tree != none; {
		c, subtree := s.forest.removeFirst(tree)
		i := search.Index(s.Offered(n), c)
		if i < 0 {
			s.Diverge()
			s.forest.releaseAll(subtree)
			return -1
		}
		slept := s.Offered(n)[i].Mark&(search.Asleep|search.Done) != 0
		if slept && search.Checking {
			panic(fmt.Sprintf("explore: optimal: %v, a branch of the wakeup tree, is asleep at event %d", c, n))
		}
		if !slept && s.Permits(i) {
			s.subtree = subtree
			return i
		}
		s.forest.releaseAll(subtree)
	}
	return -1
}

// Backtrack is called when the execution is maximal, or a bound has cut it off.
func (s *optimal) Backtrack() ([]model.Choice, bool) {
	if search.Checking {
		s.x.Check()
	}
	s.forest.releaseAll(s.subtree)
	s.subtree = none
	s.reversals.Each(s.visit) // Lines 2 to 15
	for n := s.Len() - 1; n >= 0; n-- {
		s.GoBack() // Line 28
		if i := s.branch(n); i >= 0 {
			s.Take(i, nil)
			return s.x.Choices(), true
		}
		s.Pop()
	}
	return nil, false
}

// reverse is lines 6 and 7.
func (s *optimal) reverse(v *reversal.Sequence) {
	offered := s.Offered(v.N)
	for i := range offered {
		a := &offered[i]
		if a.Mark&(search.Asleep|search.Done) == 0 {
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
	if s.forest.insert(s.wut.At(int32(v.N)), v) && search.Checking {
		s.checkTree(v.N)
	}
}
