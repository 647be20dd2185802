package source

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Exhaustive search explores every interleaving, with no reduction: the baseline of Flanagan and Godefroid, Dynamic
// Partial-Order Reduction for Model Checking Software, POPL 2005, section 5.
//
// Complexity: the number of interleavings. Guarantee: all of them, each once.
type exhaustive struct{ search.Stack }

// NewExhaustive returns exhaustive search.
func NewExhaustive(x *trace.Execution, o search.Options) search.Explorer {
	return &exhaustive{search.NewStack(x, o)}
}

func (s *exhaustive) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	offered := s.Top()
	for i := range offered {
		offered[i].Mark = search.Backtrack
	}
	return s.First(nil)
}

func (s *exhaustive) Backtrack() ([]model.Choice, bool) { return s.NextExecution(nil) }
