package source

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Sleep-set search explores every enabled transition of every state, but those that are asleep. Sleep sets are due to
// Godefroid (Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996); as the baseline of Flanagan
// and Godefroid, POPL 2005.
//
// Guarantee: exactly one complete execution of each trace; executions that end asleep may be many more. Its number of
// complete executions is what the tests of all other algorithms stand on.
type sleep struct{ search.Stack }

func NewSleep(x *trace.Execution, o search.Options) search.Explorer {
	return &sleep{search.NewStack(x, o)}
}

func (s *sleep) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Inherit()
	offered := s.Top()
	for i := range offered {
		offered[i].Mark |= search.Backtrack
	}
	return s.First(nil)
}

func (s *sleep) Backtrack() ([]model.Choice, bool) { return s.NextExecution(nil) }
