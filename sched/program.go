package sched

import (
	"heddle/datarace"
	"heddle/guide/named"
	"heddle/model"
	"heddle/result"
	"heddle/sched/await"
	"heddle/sched/caller"
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/config"
	"heddle/sched/failure"
	"heddle/sched/frames"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/prefix"
	"heddle/sched/record"
	"heddle/sched/state"
)

// A Program is a model.Program: Go code under control. There is only one at a time.
type Program struct{}

// New makes the Program of the process. Earlier ones must not be used any more.
func New(c config.Config) *Program {
	r := &rt
	if r.threads.names == nil {
		install()
	}
	r.threads.names = model.NewNames()
	r.objects = object.Set{}
	r.prefix = prefix.Prefix{}
	r.config = c
	visible := caller.Parse(c.Doubts.Visible)
	if c.Plain == config.PlainOff {
		visible |= caller.Log | caller.Files | caller.Environment // nothing would say whether they may be hidden
	}
	r.events.callers.Visible = visible
	r.doubts, r.clock = c.Doubts, clock.Clock{Late: c.Late}
	r.threads.seed, r.events.chance = chance.Scatter(c.Seed), chance.New(c.Chance)
	hook.Wipes = c.Matches || c.Doubts.Polls
	source := state.Source{Allocations: &r.objects.Made, Exact: c.Exact}
	r.memory = &memory{whole: state.NewWhole(c.States, source, state.NewStack(hook.Entry((*runtime).yield), hook.Entry((*worker).call)))}
	r.threads.polls = polls{await.Set{On: c.Doubts.Polls, Turn: c.Doubts.Turn, Rests: c.Doubts.Rests, Made: &r.objects.Made, Clock: &r.clock, Statics: c.States,
		Machine: &r.threads.polls}}
	r.events.sections = newSections(&c)
	r.order.Detector = nil
	if c.Plain != config.PlainOff {
		r.order.Detector = new(datarace.Detector)
	}
	return &Program{}
}

// Names returns the names of the program's threads.
func (p *Program) Names() *model.Names { return rt.threads.names }

// Failures returns what went wrong in the last execution. The next execution does not change it.
func (p *Program) Failures() failure.Set { return rt.ending.failures }

// FailTest must be called if the running execution has failed the test. The message is what the test has logged.
func (p *Program) FailTest(message string) {
	if !rt.ending.impossible {
		rt.ending.failures.Log(message)
	}
}

// Divergence returns why the last execution could not follow its prefix.
func (p *Program) Divergence() string { return rt.prefix.Divergence }

// Output returns what the last execution wrote to standard output and standard error.
func (p *Program) Output() []byte { return rt.ending.output }

// Doubts returns the assumptions that an execution since New has shown to be wrong. If there are more than those of Config.Doubts, the
// exploration is not valid, and must be repeated with them. The caller sees to Whole, which says what operations are dependent.
func (p *Program) Doubts() result.Doubts { return rt.doubts }

// Chance returns what chance decided in the executions since New: what was not explored, and of what some values only.
func (p *Program) Chance() (open, sampled []result.Chance) {
	return rt.events.chance.Open(), rt.events.chance.Sampled()
}

// Hidden returns the groups of the exempt operations of the last execution.
func (p *Program) Hidden() caller.Groups { return rt.events.hidden }

// Accesses returns how many accesses t has made in the running execution, as a datarace.AccessID counts them.
func (p *Program) Accesses(t model.Thread) uint64 { return rt.order.Detector.Accesses(t) }

// HoldsUp reports whether a longer delay, Config.Late, makes a difference to what an execution since New can do.
func (p *Program) HoldsUp() bool { return rt.clock.HoldsUp }

// Threads returns the number of threads of the last execution.
func (p *Program) Threads() int { return len(rt.threads.list) }

// Steps returns the number of transitions of all executions of all programs. Any goroutine may call Steps, Deciding and Waits at any time.
func Steps() uint64 { return rt.watched.steps }

// Deciding reports whether the algorithm runs, not the program.
func Deciding() bool { return !rt.watched.program }

// Waits returns what the managed goroutine waits for outside the engine's control; empty if it does not wait.
func Waits() string { return hook.RuntimeWaits() }

// Run implements model.Program.
func (p *Program) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	r := &rt
	r.begin(prefix, next)
	r.watched.program = true
	defer func() { r.watched.program = false }()
	fn := body(r, r.prefix.Kept)
	if r.config.Private != nil {
		r.events.private = r.config.Private()
	}
	if r.config.States != nil && r.config.Held != nil {
		r.memory.whole.Hold(r.config.Held())
	}
	main := r.newThread(nil)
	main.fn = fn
	hook.MemOn, hook.MemYields = r.config.Plain != config.PlainOff, r.config.Plain == config.PlainExplore
	root.slot.Switch(&takeWorker(main).slot)
	hook.MemOn = false
	if r.ending.Maximal {
		if r.config.OnEnd != nil {
			r.config.OnEnd()
		}
		if r.ending.GivenUp = r.ending.GivenUp || r.ending.impossible; !r.ending.GivenUp {
			r.drain()
			r.judge()
		}
	}
	r.ending.Failed = len(r.ending.failures.List) > 0
	r.ending.Steps = r.prefix.Taken
	outcome := r.ending.Outcome
	if r.recorder != nil {
		r.recordEnd()
	}
	r.threads.kill()
	for _, b := range r.threads.bubbles {
		b.Forget()
	}
	hook.Collect()
	return outcome
}

// Record runs the program once along choices and describes what happens. The execution ends after choices.
func (p *Program) Record(choices []model.Choice, how record.How) (model.Outcome, record.Seen) {
	return p.RecordFrom(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false }, how)
}

// RecordFrom is Record, but after choices the execution goes on as next decides.
func (p *Program) RecordFrom(choices []model.Choice, next func(*model.State) (model.Choice, bool), how record.How) (model.Outcome, record.Seen) {
	r := &rt
	r.recorder = record.New(how, r.threads.names, &r.objects)
	r.events.counted = caller.All
	defer func() { r.recorder, r.events.counted = nil, 0 }()
	outcome := p.Run(choices, next)
	return outcome, r.recorder.Seen
}

// See returns what the transition c of a pending thread is about to do, in an execution that is recorded.
func (p *Program) See(q *model.Pending, c model.Choice) named.Sight {
	return record.See(rt.threads.names, &q.Op, c, &rt.threads.byID[q.Thread].trail)
}

// ArmedAt returns where the timer t, or the thread t, which sleeps, was armed, in an execution that is recorded.
func (p *Program) ArmedAt(t model.Thread) []result.Frame {
	if u := rt.threads.byID[t]; u.timer == nil {
		return frames.Resolve(u.trail.At)
	}
	return frames.Resolve(rt.threads.byID[t].trail.Created)
}

// body calls Config.Body. What it allocates belongs to no thread.
func body(r *runtime, kept int) func() {
	hook.Running = &outside
	hook.Setup = hook.G()
	defer func() { hook.Setup = 0 }()
	return r.config.Body(kept)
}

// outside is in place of a thread while body runs.
var outside = hook.Thread{ID: int(model.NoThread)}
