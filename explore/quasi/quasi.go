// Package quasi is quasi-optimal partial order reduction: it explores the configurations of an event structure, which package unfold
// keeps. How many executions it gives up depends on k, the number of events for which an alternative is searched: none with k = 0, which
// means all of them.
package quasi

import (
	"fmt"

	"heddle/explore/quasi/unfold"
	"heddle/explore/search"
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// Quasi-optimal partial order reduction on unfoldings: Nguyen, Rodríguez, Sousa, Coti, Petrucci, CAV 2018, Algorithm 1.
//
//	 1  U := {}
//	 2  Explore({}, {}, {})
//	 3  Explore(C, D, A)
//	 4    add ex(C) to U
//	 5    if en(C) is a subset of D return
//	 6    if A is empty
//	 7      choose e from en(C) \ D
//	 8    else
//	 9      choose e from A and en(C)
//	10    Explore(C + e, D, A - e)
//	11    if there is a J in Alt(C, D + e)
//	12      Explore(C, D + e, J \ C)
//	13    U := those of U that are in, or in conflict with one in, C or D
//
// Alt(C, D) are the k-partial alternatives to D after C, found with combs (package unfold).
//
// Where we differ:
//   - Line 4 adds the events of an execution as they are executed, and its conflicting extensions when it is complete or given up: cex(C) for
//     that C holds those of all its prefixes that matter. They come from the reversals of its races, as in optimal. So the same code as
//     there covers reads that commute and all operations that block; the paper's cexp is the special case of mutexes.
//   - D has only those events that C enables: they are the sleep set. An event that is in conflict with C needs no alternative.
//   - The recursion is a loop: C is the execution, and D grows in the states on the stack.
//   - Line 13 is done when U has doubled. It keeps the part of Q(C, D) that an alternative can consist of (unfold.Configuration.Prune).
//
// Complexity: for each execution, a pass over the events for each race, and for each of its events a comb with k spikes.
// Guarantee: one complete execution of each trace; with k = 0 none is given up asleep.
type quasi struct {
	search.Stack
	x             *trace.Execution
	k             int
	structure     *unfold.Structure
	configuration *unfold.Configuration
	plan          []unfold.Event // A
	most          int            // line 13 is done when U has more events
	label         unfold.Label
	extensions    *reversal.Extensions
	visit         func(*reversal.Sequence)
	record        func(int)
	keep          func(unfold.Event) bool
}

// New returns quasi-optimal partial order reduction. Options.K is k; 0 means that alternatives are complete.
func New(x *trace.Execution, o search.Options) search.Explorer {
	s := &quasi{Stack: search.NewStack(x, o), x: x, k: o.K, structure: unfold.New(o.Dependence),
		extensions: reversal.NewExtensions(x)}
	s.configuration = unfold.NewConfiguration(s.structure)
	s.visit, s.record, s.keep = s.extend, s.execute, s.sleeps
	return s
}

func (s *quasi) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Inherit()
	s.configuration.Inherit(s.keep)
	if len(s.plan) > 0 { // Line 9
		if i, ok := s.follow(); ok {
			return s.Take(i, s.record), true
		}
		if s.Diverged() {
			return model.Choice{}, false
		}
		s.plan = s.plan[:0] // the bound forbids the rest
	}
	return s.First(s.record) // Lines 5 to 7
}

// sleeps says whether e, an event of D, is enabled in the newest state.
func (s *quasi) sleeps(e unfold.Event) bool {
	offered := s.Top()
	i := search.Index(offered, s.structure.Choice(e))
	return i >= 0 && offered[i].Mark&search.Asleep != 0
}

// follow finds an event of the plan that the newest state enables, removes it from the plan and returns its transition.
func (s *quasi) follow() (int, bool) {
	offered := s.Top()
	for k, e := range s.plan {
		if !s.configuration.Enables(e) {
			continue
		}
		i := search.Index(offered, s.structure.Choice(e))
		if i < 0 {
			s.Diverge()
			return 0, false
		}
		if search.Checking && offered[i].Mark&(search.Asleep|search.Done) != 0 {
			panic(fmt.Sprintf("explore: quasi: %v, an event of the alternative, is asleep at event %d", offered[i].Choice, s.x.Len()))
		}
		if s.Permits(i) {
			s.plan = append(s.plan[:k], s.plan[k+1:]...)
			return i, true
		}
	}
	return 0, false
}

// execute adds the newest event to C.
func (s *quasi) execute(int) {
	LabelEvent(&s.label, s.x, s.x.Len()-1)
	s.configuration.Push(s.configuration.Add(&s.label))
}

// Backtrack is called when the execution is maximal, or was given up.
func (s *quasi) Backtrack() ([]model.Choice, bool) {
	if search.Checking {
		s.x.Check()
	}
	s.extensions.Each(s.visit) // Line 4
	s.plan = s.plan[:0]
	for n := s.Len() - 1; n >= 0; n-- {
		if s.GoBack() {
			e := s.configuration.At(n)
			s.configuration.Pop()
			s.configuration.Disable(e)
			if s.branch() { // Lines 11 and 12
				return s.x.Choices(), true
			}
		}
		s.Pop()
	}
	return nil, false
}

// branch takes the first event of an alternative in the newest state.
func (s *quasi) branch() bool {
	s.plan = append(s.plan, s.configuration.Alternative(s.k)...)
	if len(s.plan) > 0 {
		s.prune()
		if i, ok := s.follow(); ok {
			s.Take(i, s.record)
			return true
		}
		s.plan = s.plan[:0]
	}
	return false
}

// Slack is how many events U may have beyond twice the events that are needed. Tests make it negative, so that U is pruned in every state.
var Slack = 10000

// prune is line 13.
func (s *quasi) prune() {
	if s.structure.Len() > s.most {
		s.configuration.Prune(s.plan)
		s.most = 2*s.structure.Len() + Slack
	}
}

// extend adds a conflicting extension to U.
func (s *quasi) extend(v *reversal.Sequence) {
	LabelLast(&s.label, s.x, v)
	s.structure.Oppose(s.configuration.At(v.N), s.configuration.Add(&s.label))
}
