package explore

import (
	"fmt"
	"time"

	"heddle/model"
	"heddle/trace"
)

// Options bound an exploration. The zero value of every field but Preemptions means no bound.
type Options struct {
	// Names are the names that the program gives its threads. They must be the program's own.
	Names      *model.Names
	Dependence model.Dependence
	// MaxExecutions bounds the executions run, blocked ones included.
	MaxExecutions int
	// Deadline is when no further step is taken.
	Deadline time.Time
	// Preemptions bounds the preemptions of one execution: steps that take another thread while the thread of the step before
	// is enabled and awake. Negative for no bound.
	Preemptions int
	// Seed is what the random choices of a sampler follow from: the same seed, the same executions.
	Seed int64
	// K is the depth of pct, and the k of quasi; 0 for the algorithm's own default.
	K int
	// Part, if not nil, is the part to explore, of an exploration by an algorithm that can be divided.
	Part *Part
	// MaxMemory bounds the bytes in which stateful keeps states; 0 for no bound. When it is reached, exploration goes on with the
	// states that it knows.
	MaxMemory int64
	// Exact makes stateful compare states that it takes for one in full, if the program can write them down: for tests.
	Exact bool
}

// A Result says what an exploration did so far.
type Result struct {
	Executions int // complete ones
	Blocked    int // given up because all that was enabled slept
	Steps      int // in all executions
	// Transitions are the steps that were not replayed.
	Transitions int
	MaxSteps    int // of the longest one
	Threads     int // the most in one execution
	// Complete says that nothing is left to explore.
	Complete bool
	// Cut says that a bound, the program's own on steps included, cut something off.
	Cut bool
	// Refused says that the bound on preemptions did.
	Refused bool
	// Diverged is the 1-based step at which the program did not do what it did before after the same prefix, or 0. It ends
	// the exploration.
	Diverged int
	// States counts the states that stateful has kept, Revisited the executions that it gave up in one of them, Cycles those
	// of them that came back to a state of their own. Full says that its memory was full, and Memory what it took, in bytes.
	States, Revisited, Cycles int
	Memory                    int64
	Full                      bool
	// Fallbacks counts the races for which all enabled transitions were taken, for want of a better answer.
	Fallbacks int
	// Rest is what a bound on executions or time, or the visit function, has left to explore, if the algorithm can be divided: with
	// the executions of its parts, explored one by one, those of this Result are those of the whole exploration.
	Rest []Part
	// Note, of an exploration that samples, says in a sentence what was sampled.
	Note string
}

// An Execution is one that has just ended. It is valid until the visit function returns.
type Execution struct {
	model.Outcome
	// Blocked says that the explorer gave the execution up: a complete one is equivalent to one explored before, or another
	// will be.
	Blocked bool
	// Revisited says that the explorer gave the execution up because it came to a state that was visited before.
	Revisited bool
	// Result is the exploration's, this execution included.
	Result *Result

	trace    *trace.Execution
	explorer Explorer
}

// Choices are the transitions taken, in order: the schedule that runs this execution again. They are overwritten by the next
// execution.
func (e *Execution) Choices() []model.Choice { return e.trace.Choices() }

// Hash is the canonical hash of the execution's Mazurkiewicz trace.
func (e *Execution) Hash() uint64 { return e.trace.Hash() }

// Share estimates the share of the tree of executions that is done, 0 to 1. It looks at every state of the execution.
func (e *Execution) Share() float64 { return e.explorer.Share() }

// Trace is the execution, event by event.
func (e *Execution) Trace() *trace.Execution { return e.trace }

// An explorer is one algorithm, in the middle of exploring one program.
type Explorer interface {
	// Next is called at every new state. It returns the transition to take, or false to give the execution up, or when there
	// is nothing to take.
	Next(*model.State) (model.Choice, bool)
	// Backtrack is called when an execution has ended. It returns the transitions with which the next one starts, the last
	// of which is new, or false when there is none. They are valid until the next call.
	Backtrack() ([]model.Choice, bool)
	// share estimates the share of the tree that is done.
	Share() float64
	Standing() Standing
}

// A standing is what an explorer alone knows about its exploration so far.
type Standing struct {
	Cut       bool // a bound has cut something off
	Diverged  bool // the program has contradicted what it had shown before
	Fallbacks int  // see Result

	States, Revisited, Cycles int // likewise
	Memory                    int64
	Full                      bool
}

// Run explores p with the named algorithm and calls visit after each execution, until visit returns false.
func Run(p model.Program, algorithm string, o Options, visit func(*Execution) bool) (Result, error) {
	a, err := Find(algorithm)
	if err == nil {
		err = a.Takes(o.Dependence)
	}
	if err != nil {
		return Result{}, err
	}
	d := driver{x: trace.NewExecution(o.Names, o.Dependence), options: o, visit: visit}
	d.explorer = a.make(d.x, o)
	s, ok := d.explorer.(divisible)
	switch {
	case ok && o.Part != nil:
		s.Begin(o.Part, p)
	case ok:
		s.Begin(new(Part), p)
	case o.Part != nil:
		return Result{}, fmt.Errorf("explore: %s cannot explore a part", algorithm)
	}
	d.run(p)
	if s, ok := d.explorer.(Sampler); ok {
		d.result.Complete, d.result.Cut = false, true
		d.result.Note = s.Note(&d.result)
	}
	if d.result.Cycles > 0 {
		d.result.Note = "a state came back within one execution: it may never end"
	}
	return d.result, nil
}

// Replay runs p once along choices, with no analysis, and stops there or where the execution ends.
func Replay(p model.Program, choices []model.Choice) model.Outcome {
	return p.Run(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
}

// A driver runs one exploration.
type driver struct {
	x        *trace.Execution
	explorer Explorer
	options  Options
	visit    func(*Execution) bool
	result   Result
	gaveUp   bool // the explorer gave the running execution up
	late     bool // the deadline has passed
	tick     uint
}

func (d *driver) run(p model.Program) {
	next := d.next // one closure for all executions
	execution := Execution{Result: &d.result, trace: d.x, explorer: d.explorer}
	var prefix []model.Choice
	for {
		d.gaveUp = false
		execution.Outcome = p.Run(prefix, next)
		d.count(&execution)
		d.result.Transitions += execution.Steps - max(0, len(prefix)-1)
		goOn := d.visit(&execution)
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
	_, ok := d.explorer.(divisible)
	return ok
}

// leave hands over what is left; running says that the execution begun last, or about to be, is part of it.
func (d *driver) leave(running bool) {
	d.result.Refused = d.explorer.Standing().Cut
	if s, ok := d.explorer.(divisible); ok && d.result.Diverged == 0 {
		d.result.Rest = s.Rest(running)
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
	return !d.options.Deadline.IsZero() && time.Now().After(d.options.Deadline)
}

// count adds the execution that has just ended to the result.
func (d *driver) count(e *Execution) {
	r, now := &d.result, d.explorer.Standing()
	e.Diverged = e.Diverged || now.Diverged
	e.Revisited = now.Revisited > r.Revisited
	e.Blocked = d.gaveUp && !e.Maximal && !e.Diverged && !e.Revisited
	switch {
	case e.Diverged:
		r.Diverged = e.Steps + 1
	case e.Revisited:
	case e.Blocked:
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
	r.States, r.Revisited, r.Cycles, r.Memory, r.Full = now.States, now.Revisited, now.Cycles, now.Memory, now.Full
}
