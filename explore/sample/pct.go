package sample

import (
	"fmt"
	"math"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi, Nagarakatte, A Randomized Scheduler with Probabilistic
// Guarantees of Finding Bugs, ASPLOS 2010. With n threads, k steps and a depth d:
//
//  1. Each thread gets a priority, in random order, all of them above d.
//  2. d-1 priority change points are drawn from the steps 1 to k.
//  3. The enabled thread with the highest priority goes on. The thread that takes the step that is the i-th change point gets
//     priority i.
//
// A bug has depth d if d orderings between steps of different threads are enough to show it.
//
// Where we differ:
//   - n and k are not known before. A thread's priority is a random number, drawn when the thread first appears; k is the
//     length of the longest execution so far, and the first execution has no change points.
//   - Of a thread's alternatives, one is drawn at random; the paper has no alternatives. A joint event goes by its sender's
//     priority.
//
// Complexity: per step, one pass over the enabled threads and the change points. Guarantee: an execution shows a bug of depth
// d with a probability of at least 1/(n*k^(d-1)), if n and k are bounds for all executions.
type pct struct {
	sample
	seed       int64
	depth      int       // d
	varied     bool      // d is drawn for each execution
	longest    int       // k
	changes    []int     // the change points: steps, counted from 1; the i-th gives priority i+1
	priorities []float64 // by Thread; 0 for none yet
}

// defaultDepth is d when none is given.
const defaultDepth = 3

// AnyDepth as Options.K means that d is drawn for each execution: 1 with probability 1/4, and each greater one with 3/4 of that of the
// one before. How deep a bug is nobody knows. An execution shows a bug of depth d with a quarter of (3/4)^(d-1) of the
// probability that it has with that depth: for d = 3 that is a seventh, and no d is left out.
const AnyDepth = -1

// NewPCT returns probabilistic concurrency testing. Options.K is d.
func NewPCT(x *trace.Execution, o search.Options) search.Explorer {
	p := &pct{sample: newSample(x, o), seed: o.Seed, depth: o.K}
	p.varied = o.K == AnyDepth
	if p.depth < 1 {
		p.depth = defaultDepth
	}
	p.lot = p
	return p
}

// begin draws the depth, if it varies, and the change points; priorities are drawn as threads appear.
func (p *pct) begin() {
	clear(p.priorities)
	p.changes = p.changes[:0]
	if p.varied {
		for p.depth = 1; p.random.IntN(4) > 0; p.depth++ {
		}
	}
	for i := 1; i < p.depth && p.longest > 0; i++ {
		p.changes = append(p.changes, 1+p.random.IntN(p.longest))
	}
}

// draw is step 3.
func (p *pct) draw(s *sample) int {
	if n := s.x.Len(); n > 0 {
		p.change(n, s.x.Event(int32(n)-1).Thread)
	}
	best := model.NoThread
	for _, i := range s.possible {
		if t := s.thread(i); best == model.NoThread || p.priority(t) > p.priority(best) {
			best = t
		}
	}
	return s.alternative(best)
}

// change lowers the priority of t, which took step n, if that is a change point.
func (p *pct) change(n int, t model.Thread) {
	for i, at := range p.changes {
		if at == n {
			p.priority(t)
			p.priorities[t] = float64(i + 1)
		}
	}
}

// priority is that of t, which is drawn if t has none.
func (p *pct) priority(t model.Thread) float64 {
	for int(t) >= len(p.priorities) {
		p.priorities = append(p.priorities, 0)
	}
	if p.priorities[t] == 0 {
		p.priorities[t] = float64(p.depth) + p.random.Float64()
	}
	return p.priorities[t]
}

func (p *pct) Backtrack() ([]model.Choice, bool) {
	p.longest = max(p.longest, p.x.Len())
	return p.sample.Backtrack()
}

func (p *pct) Note(done search.Sampled) string {
	n, k := done.Threads, done.Steps
	if p.varied {
		return fmt.Sprintf("sampled: %d executions of random depths, seed %d (%d threads, %d steps)", done.Executions, p.seed, n, k)
	}
	return fmt.Sprintf("sampled: %d executions, seed %d; each shows a bug of depth %d with a probability of at least %.2g"+
		" (%d threads, %d steps)", done.Executions, p.seed, p.depth, probability(n, k, p.depth), n, k)
}

// probability is the bound of the paper, 1/(n*k^(d-1)).
func probability(n, k, d int) float64 {
	return 1 / (float64(max(n, 1)) * math.Pow(float64(max(k, 1)), float64(d-1)))
}
