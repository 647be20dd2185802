// Package sample holds the algorithms that run some executions, one after the other and each from the start: random walks,
// probabilistic concurrency testing (PCT), partial order sampling (POS) and selectively uniform random walks (SURW). They prove nothing.
package sample

import (
	"math/rand/v2"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// defaultSamples is how many executions a sampler runs if Options.MaxExecutions is 0.
const defaultSamples = 1000

// A sample is the Explorer of all samplers. The lot decides which transition is taken.
type sample struct {
	search.Stack
	x        *trace.Execution
	random   *rand.Rand
	lot      lot
	runs     int // executions that have ended
	limit    int
	possible []int // scratch: indices of the newest state's transitions
}

// A lot draws transitions.
type lot interface {
	// begin is called before the first step of every execution.
	begin()
	// draw returns one of s.possible, the transitions that the bound allows in the newest state, thread after thread.
	// There is at least one.
	draw(s *sample) int
}

func newSample(x *trace.Execution, o search.Options) sample {
	s := sample{Stack: search.NewStack(x, o), x: x, random: rand.New(rand.NewPCG(uint64(o.Seed), 0)), limit: o.MaxExecutions}
	if s.limit == 0 {
		s.limit = defaultSamples
	}
	return s
}

func (s *sample) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	if s.Len() == 1 {
		s.lot.begin()
	}
	return s.step()
}

// step takes a transition of the newest state.
func (s *sample) step() (model.Choice, bool) {
	s.possible = s.possible[:0]
	for i := range s.Top() {
		if s.Allows(i) {
			s.possible = append(s.possible, i)
		}
	}
	if len(s.possible) == 0 {
		return model.Choice{}, false
	}
	return s.Take(s.lot.draw(s), nil), true
}

// Backtrack goes back to the first state, and takes the first step of another execution.
func (s *sample) Backtrack() ([]model.Choice, bool) {
	if s.runs++; s.runs >= s.limit {
		return nil, false
	}
	s.Rewind(0)
	s.lot.begin()
	_, some := s.step()
	return s.x.Choices(), some
}

// thread is the thread of transition i of the newest state.
func (s *sample) thread(i int) model.Thread { return s.Top()[i].Thread }

// alternative draws one of the transitions of thread t among s.possible, all with the same probability.
func (s *sample) alternative(t model.Thread) int {
	chosen, seen := -1, 0
	for _, i := range s.possible {
		if s.thread(i) != t {
			continue
		}
		if seen++; s.random.IntN(seen) == 0 {
			chosen = i
		}
	}
	return chosen
}
