package explore

import (
	"fmt"
	"math"
	"slices"

	"heddle/explore/estimate"
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// A portfolio finds first and proves then: a complete search, the trunk, is interrupted by others, the probes.
//
//   - The trunk is pop: it is as fast as optimal, its memory does not grow with the number of traces, and what is left of it can be divided and
//     kept. With model.Refined, which pop does not take, it is optimal. It begins. A test that it completes within its first executions, as most are, has no probe.
//   - Some probes estimate how many traces there are (package estimate).
//   - The others are executions of random walks, PCT, POS and SURW, in turn, and of bounded, with a bound of 0 preemptions, of 1 when that is
//     complete, and so on. A depth-first search changes the end of the execution first and the beginning last; samplers change all of it,
//     and a bound makes the search wide instead of deep.
//   - The trunk is interrupted after its first executions, and then whenever it has run twice as many. The first time 100 executions of
//     probes are run, and later half as many as the trunk's: what many executions show is found soon, and what is complete
//     in the end is so half as late again.
//
// If the trunk's executions have no delays (Options.Delays), and they make a difference, there are probes of both sorts: a failure that needs
// one would be found only when the executions without are complete.
//
// Each search goes on where it was: it has an execution (package trace) and a stack of its own. Only the trunk makes the exploration
// complete, and only its executions count in the Result; Result.Probes counts the others. They may run traces that the trunk runs as well:
// that costs a third of all executions.
//
// Guarantee: that of the trunk.
type portfolio struct {
	options  Options
	searches []*branch // the trunk, then the probes: the estimate, the bounded search, the samplers
	running  int       // the search that runs, an index of searches
	turn     int       // the probe that was the last to run, likewise
	ran      int       // executions of the trunk
	pause    int       // after how many it is interrupted
	probes   int       // executions of probes
	until    int       // how many they become before the trunk goes on
	bound    int       // that of the bounded search
	delays   bool      // there are probes with delays
	whole    bool      // the bounded search has found everything: its bound has cut nothing off
}

// firstPause is after how many executions the trunk is interrupted for the first time.
const firstPause = 64

// firstProbes is how many executions of probes are run then, besides half as many as the trunk's.
const firstProbes = 100

// boundedAt is the index of the bounded search in portfolio.searches.
const boundedAt = 2

// probeBytes bounds the memory of the bounded search.
const probeBytes = 64 << 20

// A branch is one of the searches of a portfolio.
type branch struct {
	search.Explorer
	x      *trace.Execution
	begun  bool
	delays bool // its executions are those with delays
}

// newPortfolio returns a portfolio, whose trunk is an explorer of x; under a bound on preemptions, the search that is complete for the
// bound.
func newPortfolio(x *trace.Execution, o Options) search.Explorer {
	if o.Preemptions >= 0 {
		return Bounded.make(x, o)
	}
	trunk := POP
	if POP.Takes(o.Dependence) != nil {
		trunk = optimalDPOR
	}
	p := &portfolio{options: o, searches: []*branch{{Explorer: trunk.make(x, o), x: x, begun: true}}, pause: firstPause}
	if d, ok := p.searches[0].Explorer.(divisible); ok {
		return &divisiblePortfolio{p, d}
	}
	return p
}

// A divisiblePortfolio is a portfolio of which the trunk can be divided.
type divisiblePortfolio struct {
	*portfolio
	trunk divisible
}

// Begin is that of the trunk.
func (p *divisiblePortfolio) Begin(part *Part, program model.Program) { p.trunk.Begin(part, program) }

// Rest is that of the trunk.
func (p *divisiblePortfolio) Rest(running bool) []Part {
	if p.running > 0 { // the trunk has not gone on after its last execution
		_, running = p.searches[0].Backtrack()
	}
	return p.trunk.Rest(running)
}

// Size is that of the trunk.
func (p *divisiblePortfolio) Size() int { return p.trunk.Size() }

// probe returns a search by a.
func (p *portfolio) probe(a Algorithm, preemptions int) *branch {
	o := p.options
	o.MaxExecutions, o.Preemptions, o.MaxMemory = math.MaxInt, preemptions, probeBytes
	x := trace.NewExecution(o.Names, o.Dependence)
	return &branch{Explorer: a.make(x, o), x: x}
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
		p.turn = p.turn%(len(p.searches)-1) + 1
		if choices, more := p.goOn(p.turn); more {
			return choices, true
		}
		p.deepen()
	}
	return p.goOn(0)
}

// interrupt lets the probes run.
func (p *portfolio) interrupt() {
	p.pause, p.until = 2*p.ran, firstProbes+p.ran/2
	if len(p.searches) == 1 {
		p.searches = append(p.searches, p.probe(Algorithm{make: estimate.New}, -1), p.probe(Bounded, 0))
		p.sample(false)
	}
	if d := p.options.Delays; d != nil && !p.delays && d.Matter() {
		p.delays = true
		p.sample(true)
	}
}

// sample adds a probe by each sampler, of executions with delays or without.
func (p *portfolio) sample(delays bool) {
	for _, a := range Samplers {
		b := p.probe(a, -1)
		b.delays = delays
		p.searches = append(p.searches, b)
	}
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
	p.searches[boundedAt] = p.probe(Bounded, p.bound)
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
