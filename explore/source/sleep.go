package source

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Sleep-set search explores every enabled transition of every state except those that are asleep. Sleep sets are due to
// Godefroid (Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996); as the baseline of Flanagan
// and Godefroid, POPL 2005.
//
// Guarantee: exactly one complete execution of each trace. There may be many more executions that are given up asleep. The tests of all
// other algorithms compare with its complete executions.
type sleep struct{ search.Stack }

// NewSleep returns sleep-set search.
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
