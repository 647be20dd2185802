package sample

import (
	"fmt"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Partial order sampling: Yuan, Yang, Gu, Partial Order Aware Concurrency Sampling, CAV 2018, Algorithm 1.
//
//  1. Each pending event has a priority, a random number that is drawn when the event becomes pending.
//  2. The enabled event with the highest priority is executed.
//  3. The priorities of the pending events that race with it are drawn again.
//
// Step 3 is what a random walk lacks: events that do not race keep their priority, so where they stand in the execution does not change
// the odds of those that do. Let a thread have one event, and another thread n events that do not race with it and then one that does. The
// second order of the two is found by one execution in n+2; a random walk needs 2^(n+1).
//
// Where we differ:
//   - The priority is that of a thread's pending operation. Of its alternatives one is drawn at random; the paper has no alternatives. A
//     joint event goes by its sender's priority.
//   - Two events race if their operations are dependent. Priorities of blocked operations are drawn as well: nothing has depended on
//     them yet.
//
// Complexity: per step, one pass over the threads. Guarantee: each execution has a positive probability, and each trace at least that which a
// random walk gives it, times a factor that is exponential in the number of events that do not race (section 4 of the paper).
type pos struct {
	sample
	seed   int64
	events []drawn // by Thread
}

// A drawn is the priority of the operation that a thread has reached.
type drawn struct {
	op       int32 // its number
	priority float64
}

// NewPOS returns partial order sampling.
func NewPOS(x *trace.Execution, o search.Options) search.Explorer {
	p := &pos{sample: newSample(x, o), seed: o.Seed}
	p.lot = p
	return p
}

func (p *pos) begin() {
	for t := range p.events {
		p.events[t].op = -1
	}
}

func (p *pos) draw(s *sample) int {
	p.drawAgain()
	best := model.NoThread
	for _, i := range s.possible { // Step 2
		if t := s.thread(i); best == model.NoThread || p.events[t].priority > p.events[best].priority {
			best = t
		}
	}
	return s.alternative(best)
}

// drawAgain is steps 1 and 3.
func (p *pos) drawAgain() {
	for len(p.events) < p.x.Width() {
		p.events = append(p.events, drawn{op: -1})
	}
	last := p.x.Len() - 1
	for t := range p.events {
		e, op := &p.events[t], p.x.Reached(model.Thread(t))
		if op < 0 {
			continue
		}
		if op != e.op || last >= 0 && p.x.DependsOn(p.x.Event(int32(last)), op) {
			*e = drawn{op, p.random.Float64()}
		}
	}
}

func (p *pos) Note(done search.Sampled) string {
	return fmt.Sprintf("sampled: %d executions by partial order sampling, seed %d", done.Executions, p.seed)
}
