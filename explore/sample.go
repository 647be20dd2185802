package explore

import (
	"math/rand/v2"

	"heddle/model"
	"heddle/trace"
)

// A sampler runs executions of its choice, one after the other and each from the start, and proves nothing: an exploration
// that samples is never complete. It ends after Options.MaxExecutions executions, defaultSamples if that is 0.
type sampler interface {
	explorer
	// note says in a sentence what was sampled.
	note(*Result) string
}

// defaultSamples is how many executions a sampler runs when no number is given.
const defaultSamples = 1000

// A sample is the stack of a sampler. Which transition is taken is the lot's decision.
type sample struct {
	stack
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
	// draw returns one of s.possible, which are the transitions that the bound allows in the newest state, thread after thread.
	// There is at least one.
	draw(s *sample) int
}

func newSample(x *trace.Execution, o Options) sample {
	s := sample{stack: newStack(x, o), random: rand.New(rand.NewPCG(uint64(o.Seed), 0)), limit: o.MaxExecutions}
	if s.limit == 0 {
		s.limit = defaultSamples
	}
	return s
}

func (s *sample) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	if len(s.nodes) == 1 {
		s.lot.begin()
	}
	return s.step()
}

// step takes a transition of the newest state.
func (s *sample) step() (model.Choice, bool) {
	s.possible = s.possible[:0]
	for i := range s.of(len(s.nodes) - 1) {
		if s.bound.allows(&s.stack, i) {
			s.possible = append(s.possible, i)
		}
	}
	if len(s.possible) == 0 {
		return model.Choice{}, false
	}
	return s.take(s.lot.draw(s), nil), true
}

// Backtrack goes back to the first state, and takes the first step of another execution.
func (s *sample) Backtrack() ([]model.Choice, bool) {
	if s.runs++; s.runs >= s.limit {
		return nil, false
	}
	s.x.Truncate(0)
	s.nodes = s.nodes[:1]
	s.alts = s.alts[:s.nodes[0].to]
	s.lot.begin()
	_, some := s.step()
	return s.x.Choices(), some
}

func (s *sample) share() float64 { return float64(s.runs+1) / float64(s.limit) }

// thread is the thread of transition i of the newest state.
func (s *sample) thread(i int) model.Thread { return s.of(len(s.nodes) - 1)[i].Thread }

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
