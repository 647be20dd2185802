package explore

import (
	"fmt"

	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
	"heddle/unfold"
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
//   - Line 4 adds the events of an execution as it goes, and its conflicting extensions when it is over or given up: cex(C) for that
//     C holds those of all its prefixes that matter. They come from the reversals of its races, as in optimal, so that reads that commute and
//     all operations that block are covered by the same code as there; the paper's cexp is the special case of mutexes.
//   - D has those events only that C enables: they are the sleep set. One that is in conflict with C needs no alternative.
//   - The recursion is a loop: C is the execution, and D grows in the states on the stack.
//   - Line 13 is done when U has doubled, and keeps of Q(C, D) what an alternative can be made of (unfold.Configuration.Prune).
//
// Complexity: for each execution, a pass over the events for each race, and for each of its events a comb with k spikes.
// Guarantee: one complete execution of each trace; with k = 0 none is given up asleep.
type quasi struct {
	stack
	k             int
	structure     *unfold.Structure
	configuration *unfold.Configuration
	plan          []unfold.Event // A
	most          int            // line 13 is done when U has more events
	label         reversal.Label
	extensions    *reversal.Extensions
	visit         func(*reversal.Sequence)
	record        func(int)
	keep          func(unfold.Event) bool
}

func newQuasi(x *trace.Execution, o Options) explorer {
	s := &quasi{stack: newStack(x, o), k: o.K, structure: unfold.New(o.Dependence), extensions: reversal.NewExtensions(x)}
	s.configuration = unfold.NewConfiguration(s.structure)
	s.visit, s.record, s.keep = s.extend, s.execute, s.sleeps
	return s
}

func (s *quasi) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	s.inherit()
	s.configuration.Inherit(s.keep)
	if len(s.plan) > 0 { // Line 9
		if i, ok := s.follow(); ok {
			return s.take(i, s.record), true
		}
		if s.contradicted {
			return model.Choice{}, false
		}
		s.plan = s.plan[:0] // the bound forbids what is left of it
	}
	return s.first(s.record) // Lines 5 to 7
}

// sleeps says whether e, an event of D, is enabled in the newest state.
func (s *quasi) sleeps(e unfold.Event) bool {
	alts := s.of(len(s.nodes) - 1)
	i := find(alts, s.structure.Choice(e))
	return i >= 0 && alts[i].mark&asleep != 0
}

// follow finds the transition of an event of the plan that the newest state, n, enables, and takes the event out of it.
func (s *quasi) follow() (int, bool) {
	alts := s.of(len(s.nodes) - 1)
	for k, e := range s.plan {
		if !s.configuration.Enables(e) {
			continue
		}
		i := find(alts, s.structure.Choice(e))
		if i < 0 {
			s.contradicted = true
			return 0, false
		}
		if checking && alts[i].mark&(asleep|done) != 0 {
			panic(fmt.Sprintf("explore: quasi: %v, an event of the alternative, is asleep at event %d", alts[i].Choice, s.x.Len()))
		}
		if s.permits(i) {
			s.plan = append(s.plan[:k], s.plan[k+1:]...)
			return i, true
		}
	}
	return 0, false
}

// execute adds the newest event to C.
func (s *quasi) execute(int) {
	s.label.Set(s.x, s.x.Len()-1)
	s.configuration.Push(s.configuration.Add(&s.label))
}

// Backtrack is called with a maximal execution, or one that was given up.
func (s *quasi) Backtrack() ([]model.Choice, bool) {
	if checking {
		s.x.Check()
	}
	s.extensions.Each(s.visit) // Line 4
	s.plan = s.plan[:0]
	for n := len(s.nodes) - 1; n >= 0; n-- {
		s.x.Truncate(n)
		if t := s.nodes[n].taken; t >= 0 {
			e := s.configuration.At(n)
			s.configuration.Pop()
			s.configuration.Disable(e)
			s.alts[t].mark |= done
			s.nodes[n].taken = -1
			if s.branch() { // Lines 11 and 12
				return s.x.Choices(), true
			}
		}
		s.pop()
	}
	return nil, false
}

// branch takes the first event of an alternative in the newest state.
func (s *quasi) branch() bool {
	s.plan = append(s.plan, s.configuration.Alternative(s.k)...)
	if len(s.plan) > 0 {
		s.prune()
		if i, ok := s.follow(); ok {
			s.take(i, s.record)
			return true
		}
		s.plan = s.plan[:0]
	}
	return false
}

// slack is how many events more than twice those that are needed U may have. Tests make it negative: U is pruned in every state.
var slack = 10000

// prune is line 13.
func (s *quasi) prune() {
	if s.structure.Len() > s.most {
		s.configuration.Prune(s.plan)
		s.most = 2*s.structure.Len() + slack
	}
}

// extend adds a conflicting extension to U.
func (s *quasi) extend(v *reversal.Sequence) {
	v.Label(&s.label)
	s.structure.Oppose(s.configuration.At(v.N), s.configuration.Add(&s.label))
}
