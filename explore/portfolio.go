package explore

import (
	"fmt"
	"math"
	"slices"

	"heddle/explore/estimate"
	"heddle/explore/sample"
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// A portfolio finds first and proves then: a complete search, the trunk, is interrupted by others, the probes.
//
//   - The trunk is pop: it is as fast as optimal, its memory does not grow with the number of traces, and what is left of it can be divided and
//     kept. It begins. A test that it completes within its first executions, as many are, has no probe.
//   - The probes take turns, each in proportion to its share (probeShares). A depth-first search changes the end of the execution first and the
//     beginning last; samplers change all of it, and a bound makes the search wide instead of deep. bounded begins with 0 preemptions, and goes on
//     with 1 when that is complete, and so on. Some probes estimate how many traces there are (package estimate).
//   - How many probes there are depends on the estimate. If the trunk has explored a good part of the traces, half as many as its
//     executions: what is complete in the end is so half as late again. If it is far from that, or nothing is known, four times as many: the
//     proof is far, and what can be found soon is a failure.
//
// If the trunk's executions have no delays (Options.Delays), and they make a difference, there are probes of both sorts: a failure that needs
// one would be found only when the executions without are complete.
//
// Each search goes on where it was: it has an execution (package trace) and a stack of its own. Only the trunk makes the exploration
// complete, and only its executions count in the Result; Result.Probes counts the others. They may run traces that the trunk runs as well.
//
// Guarantee: that of the trunk.
type portfolio struct {
	options  Options
	trunk    divisible
	searches []*branch // the trunk, then the probes: the bounded search, the estimate, the samplers
	running  int       // the search that runs, an index of searches
	ran      int       // executions of the trunk
	pause    int       // after how many it is interrupted
	probes   int       // executions of probes
	until    int       // how many they become before the trunk goes on
	bound    int       // that of the bounded search
	delays   bool      // there are probes with delays
	whole    bool      // the bounded search has found everything: its bound has cut nothing off
}

// firstPause is after how many executions the trunk is interrupted for the first time. Later it is interrupted whenever it has run
// an eighth more.
const firstPause = 8

// near is the part of all traces, as estimated, from which on the trunk has explored a good part.
const near = 1. / 16

// far is how many probes there are for each execution of the trunk before that. With the share that PCT has among the probes it has 55% of
// all executions: it finds most, and needs no more than twice as many as alone, the trunk's first ones included, which it makes up for.
const far = 4

// A probeShare is a search that runs as a probe, and its share.
type probeShare struct {
	Algorithm
	k     int // Options.K; 0 for that of the exploration
	share float64
}

// probeShares are all of them. What few switches at the right places show is found most often by PCT, with the depth of its paper or any. Random
// walks and SURW find what is not rare, and POS what needs many switches.
var probeShares = []probeShare{
	{Bounded, 0, 1},
	{Algorithm{make: estimate.New}, 0, 1.5},
	{Algorithm{make: sample.NewPCT}, 0, 20},
	{Algorithm{make: sample.NewPCT}, sample.AnyDepth, 4},
	{Algorithm{make: sample.NewPOS}, 0, 2},
	{Algorithm{make: sample.NewRandom}, 0, .5},
	{Algorithm{make: sample.NewSURW}, 0, .25},
}

// boundedAt is the index of the bounded search in portfolio.searches, samplersAt that of the first sampler in probeShares.
// The first of these is PCT.
const boundedAt, samplersAt = 1, 2

// probeBytes bounds the memory of the bounded search.
const probeBytes = 64 << 20

// A branch is one of the searches of a portfolio.
type branch struct {
	search.Explorer
	x      *trace.Execution
	begun  bool
	delays bool // its executions are those with delays
	share  float64
	pass   float64 // the sum of 1/share of its executions: the search with the least is next
}

// newPortfolio returns a portfolio, whose trunk is an explorer of x; under a bound on preemptions, the search that is complete for the
// bound.
func newPortfolio(x *trace.Execution, o Options) search.Explorer {
	if o.Preemptions >= 0 {
		return Bounded.make(x, o)
	}
	trunk := POP.make(x, o)
	return &portfolio{options: o, trunk: trunk.(divisible), searches: []*branch{{Explorer: trunk, x: x, begun: true}}, pause: firstPause}
}

// Begin is that of the trunk.
func (p *portfolio) Begin(part *Part, program model.Program) { p.trunk.Begin(part, program) }

// Rest is that of the trunk.
func (p *portfolio) Rest(running bool) []Part {
	if p.running > 0 { // the trunk has not gone on after its last execution
		_, running = p.searches[0].Backtrack()
	}
	return p.trunk.Rest(running)
}

// Size is that of the trunk.
func (p *portfolio) Size() int { return p.trunk.Size() }

// probe returns the search of s. bounded has a bound on preemptions.
func (p *portfolio) probe(s probeShare, bound int) *branch {
	o := p.options
	o.MaxExecutions, o.MaxMemory = math.MaxInt, probeBytes
	if s.Name == Bounded.Name {
		o.Preemptions = bound
	}
	if s.k != 0 {
		o.K = s.k
	}
	x := trace.NewExecution(o.Names, o.Dependence)
	return &branch{Explorer: s.make(x, o), x: x, share: s.share}
}

func (p *portfolio) Next(state *model.State) (model.Choice, bool) {
	return p.searches[p.running].Next(state)
}

// Backtrack is that of the search whose turn it is.
func (p *portfolio) Backtrack() ([]model.Choice, bool) {
	if p.running > 0 {
		p.probes++
	} else if p.ran++; p.ran == p.pause {
		p.interrupt()
	}
	for p.probes < p.until {
		i := p.next()
		if choices, more := p.goOn(i); more {
			p.searches[i].pass += 1 / p.searches[i].share
			return choices, true
		}
		p.deepen()
	}
	return p.goOn(0)
}

// interrupt lets the probes run.
func (p *portfolio) interrupt() {
	if len(p.searches) == 1 {
		p.add(probeShares, false)
		p.searches[1+samplersAt].pass -= firstPause / probeShares[samplersAt].share
	}
	if d := p.options.Delays; d != nil && !p.delays && d.Matter() {
		p.delays = true
		p.add(probeShares[samplersAt:], true)
	}
	p.pause += 1 + p.ran/8
	if all := p.Estimate().Traces; float64(p.ran) > near*all && all > 0 {
		p.until = p.ran / 2
	} else {
		p.until = far * p.ran
	}
}

// add adds probes, of executions with delays or without.
func (p *portfolio) add(list []probeShare, delays bool) {
	begun := 0.0
	if len(p.searches) > 1 {
		begun = p.searches[p.next()].pass
	}
	for _, s := range list {
		b := p.probe(s, 0)
		b.delays, b.pass = delays, begun
		p.searches = append(p.searches, b)
	}
}

// next returns the probe whose turn it is: the one that has run least, by its share.
func (p *portfolio) next() int {
	next := 1
	for i := 2; i < len(p.searches); i++ {
		if p.searches[i].pass < p.searches[next].pass {
			next = i
		}
	}
	return next
}

// goOn makes search i the one that runs, and returns how its next execution begins; false if it has none.
func (p *portfolio) goOn(i int) ([]model.Choice, bool) {
	p.running = i
	if p.delays {
		p.options.Delays.Set(p.searches[i].delays)
	}
	if b := p.searches[i]; b.begun {
		return b.Explorer.Backtrack()
	}
	p.searches[i].begun = true
	return nil, true
}

// deepen replaces the bounded search, which has no more executions, by one with the next bound. If nothing was cut off, there is none:
// samplers alone go on, for what they find comes with a schedule that was found soon.
func (p *portfolio) deepen() {
	if !p.searches[boundedAt].Standing().Cut {
		p.whole, p.searches = true, slices.Delete(p.searches, boundedAt, boundedAt+1)
		return
	}
	p.bound++
	b := p.probe(probeShares[0], p.bound)
	b.pass = p.searches[boundedAt].pass
	p.searches[boundedAt] = b
}

// Standing is the trunk's.
func (p *portfolio) Standing() search.Standing {
	now := p.searches[0].Standing()
	now.Diverged = p.searches[p.running].Standing().Diverged
	return now
}

// Ended is that of the search that has run.
func (p *portfolio) Ended(o *model.Outcome) {
	if l, ok := p.searches[p.running].Explorer.(search.Listener); ok {
		l.Ended(o)
	}
}

// Estimate is that of package estimate.
func (p *portfolio) Estimate() search.Estimate {
	for _, b := range p.searches {
		if e, ok := b.Explorer.(search.Estimator); ok {
			return e.Estimate()
		}
	}
	return search.Estimate{}
}

// probing returns the running execution if it is a probe, else nil.
func (p *portfolio) probing() *trace.Execution {
	if p.running == 0 {
		return nil
	}
	return p.searches[p.running].x
}

// covered says in words what the probes have done; empty if there were none.
func (p *portfolio) covered() string {
	switch {
	case p.probes == 0:
		return ""
	case p.whole:
		return fmt.Sprintf("complete with any number of preemptions; %d probes", p.probes)
	case p.bound == 0:
		return fmt.Sprintf("%d probes", p.probes)
	}
	return fmt.Sprintf("complete with at most %d preemptions; %d probes", p.bound-1, p.probes)
}
