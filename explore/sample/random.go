package sample

import (
	"fmt"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Random walks take in every state one of the enabled threads, all with the same probability, and then one of
// that thread's alternatives likewise. A joint event is an alternative of its sender.
//
// Guarantee: none for a fixed number of executions; each execution has a positive probability. Two explorations
// with the same seed run the same executions.
type random struct {
	sample
	seed int64
}

// NewRandom returns random walks.
func NewRandom(x *trace.Execution, o search.Options) search.Explorer {
	r := &random{sample: newSample(x, o), seed: o.Seed}
	r.lot = r
	return r
}

func (r *random) begin() {}

func (r *random) draw(s *sample) int {
	chosen, seen, last := model.NoThread, 0, model.NoThread
	for _, i := range s.possible {
		t := s.thread(i)
		if t == last {
			continue
		}
		last = t
		if seen++; s.random.IntN(seen) == 0 {
			chosen = t
		}
	}
	return s.alternative(chosen)
}

func (r *random) Note(done search.Sampled) string {
	return fmt.Sprintf("sampled: %d executions at random, seed %d", done.Executions, r.seed)
}
