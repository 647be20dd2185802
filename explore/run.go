package explore

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Run explores p with the named algorithm and calls visit after each execution, until visit returns false.
func Run(p model.Program, algorithm string, o Options, visit func(*Execution) bool) (Result, error) {
	a, err := Find(algorithm)
	if err != nil {
		return Result{}, err
	}
	return explore(p, a, new(Part), o, visit)
}

// RunPart is Run for one part of an exploration by POP.
func RunPart(p model.Program, part *Part, o Options, visit func(*Execution) bool) (Result, error) {
	o.Rest = func(int) bool { return true }
	return explore(p, POP, part, o, visit)
}

// A divisible explorer can explore one Part, and returns the parts that it has not explored.
type divisible interface {
	// Begin makes p, a part of an exploration of the program, what is explored. It must be called before the first execution.
	Begin(p *Part, program model.Program)
	// Rest returns the parts that are left. running says that the execution begun last, or about to begin, is one of them.
	Rest(running bool) []Part
	// Size is an upper bound of the number of transitions that Rest would return.
	Size() int
}

// explore explores a part of p with a, or all of p if a is not divisible.
func explore(p model.Program, a Algorithm, part *Part, o Options, visit func(*Execution) bool) (Result, error) {
	if err := a.Takes(o.Dependence); err != nil {
		return Result{}, err
	}
	d := driver{x: trace.NewExecution(o.Names, o.Dependence), options: o, visit: visit}
	d.explorer = a.make(d.x, o)
	if s, ok := d.explorer.(divisible); ok {
		s.Begin(part, p)
	}
	d.run(p)
	r := &d.result
	sampler, samples := d.explorer.(search.Sampler)
	if samples || a.Promise == Sample {
		r.Complete, r.Cut = false, true
		r.Note = a.Name + " does not promise every trace"
	}
	if samples {
		r.Note = sampler.Note(search.Sampled{Executions: r.Executions, Threads: r.Threads, Steps: r.MaxSteps})
	}
	if s, ok := d.explorer.(interrupted); ok && !r.Complete {
		r.Covered = s.covered()
	}
	if r.Cycles > 0 {
		r.Note = "a state came back within one execution: it may never end"
	}
	return *r, nil
}

// Replay runs p once along choices, with no analysis, and stops there or where the execution ends.
func Replay(p model.Program, choices []model.Choice) model.Outcome {
	return p.Run(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
}

// An interrupted explorer runs executions of other searches between its own.
type interrupted interface {
	// probing returns the running execution if it is one of another search, else nil.
	probing() *trace.Execution
	search.Listener
	search.Estimator
	// covered says in words what the other searches have done; empty if there were none.
	covered() string
}

// A driver runs one exploration.
type driver struct {
	x        *trace.Execution
	explorer search.Explorer
	options  Options
	visit    func(*Execution) bool
	result   Result
	gaveUp   bool // the explorer gave the running execution up
	late     bool // the deadline has passed
	tick     uint
}

// run runs executions of p until nothing is left, a bound is reached or visit returns false.
func (d *driver) run(p model.Program) {
	next := d.next // one closure for all executions
	execution := Execution{Result: &d.result, trace: d.x, explorer: d.explorer}
	var prefix []model.Choice
	for {
		d.gaveUp = false
		execution.Outcome = p.Run(prefix, next)
		d.count(&execution)
		if !execution.Probe {
			d.result.Transitions += execution.Steps - max(0, len(prefix)-1)
			d.result.Survey.add(d.x, max(0, len(prefix)-1))
		}
		goOn := d.visit(&execution)
		if !goOn && execution.Abandon {
			return
		}
		if d.late || d.result.Diverged > 0 || !goOn && !d.divisible() {
			d.leave(d.late) // an execution that ran out of time is not counted
			return
		}
		var more bool
		prefix, more = d.explorer.Backtrack()
		switch {
		case d.explorer.Standing().Diverged:
			d.result.Diverged = execution.Steps + 1
			return
		case !goOn:
			d.leave(more)
			return
		case !more:
			d.result.Refused = d.explorer.Standing().Cut
			d.result.Cut = d.result.Cut || d.result.Refused
			d.result.Complete = !d.result.Cut
			return
		case d.full():
			d.result.Cut = true
			d.leave(true)
			return
		}
	}
}

func (d *driver) divisible() bool {
	s, ok := d.explorer.(divisible)
	return ok && d.options.Rest != nil && d.options.Rest(s.Size())
}

// countProbe adds the execution that has just ended, x of another search, to the result.
func (d *driver) countProbe(e *Execution, x *trace.Execution, now search.Standing) {
	e.trace, e.Probe = x, true
	e.Diverged = e.Diverged || now.Diverged
	e.Blocked = d.gaveUp && !e.Maximal && !e.Diverged
	if d.result.Probes++; e.Diverged {
		d.result.Diverged = e.Steps + 1
	}
}

// leave ends the exploration before it is complete. running says that the execution begun last, or about to begin, is left.
func (d *driver) leave(running bool) {
	d.result.Refused = d.explorer.Standing().Cut
	if d.divisible() && d.result.Diverged == 0 {
		d.result.Rest = d.explorer.(divisible).Rest(running)
		d.result.Complete = len(d.result.Rest) == 0 && !d.result.Cut && !d.result.Refused
	}
}

// next asks the explorer, unless time is up.
func (d *driver) next(s *model.State) (model.Choice, bool) {
	if d.tick++; d.tick%1024 == 0 && d.expired() {
		d.late, d.result.Cut = true, true
		return model.Choice{}, false
	}
	c, ok := d.explorer.Next(s)
	d.gaveUp = !ok
	return c, ok
}

// full says whether a bound forbids another execution.
func (d *driver) full() bool {
	n := d.options.MaxExecutions
	return n > 0 && d.result.Executions+d.result.Blocked+d.result.Revisited >= n || d.expired()
}

func (d *driver) expired() bool {
	return d.options.Late != nil && d.options.Late()
}

// count adds the execution that has just ended to the result.
func (d *driver) count(e *Execution) {
	r, now := &d.result, d.explorer.Standing()
	if s, ok := d.explorer.(interrupted); ok {
		if e.trace, e.Probe = d.x, false; s.probing() != nil {
			d.countProbe(e, s.probing(), now)
			s.Ended(&e.Outcome)
			d.result.Estimate = s.Estimate()
			return
		}
	}
	e.Diverged = e.Diverged || now.Diverged
	e.Revisited = now.Revisited > r.Revisited
	e.Blocked = d.gaveUp && !e.Maximal && !e.Diverged && !e.Revisited
	switch {
	case e.Diverged:
		r.Diverged = e.Steps + 1
	case e.Revisited:
		e.Maximal, e.GivenUp = false, false // another one has come to this end
	case e.Blocked, e.GivenUp:
		r.Blocked++
	case e.Maximal:
		r.Executions++
	case !d.late:
		r.Executions++
		r.Cut = true // the program's bound on steps
	}
	r.Steps += e.Steps
	r.MaxSteps = max(r.MaxSteps, e.Steps)
	r.Threads = max(r.Threads, d.x.Threads())
	r.Fallbacks = now.Fallbacks
	r.Visited = now.Visited
}
