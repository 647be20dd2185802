package explore

import (
	"heddle/model"
	"heddle/trace"
)

// Exhaustive search explores every interleaving, with no reduction: the baseline of Flanagan and Godefroid, Dynamic
// Partial-Order Reduction for Model Checking Software, POPL 2005, section 5.
//
// Complexity: the number of interleavings. Guarantee: all of them, each once.
type exhaustive struct{ stack }

func newExhaustive(x *trace.Execution, o Options) explorer { return &exhaustive{newStack(x, o)} }

func (s *exhaustive) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	alts := s.of(len(s.nodes) - 1)
	for i := range alts {
		alts[i].mark = backtrack
	}
	return s.first(nil)
}

func (s *exhaustive) Backtrack() ([]model.Choice, bool) { return s.next(nil) }
