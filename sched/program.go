package sched

import (
	"heddle/datarace"
	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/record"
	"heddle/sched/state"
)

// PlainMode says what is done with plain memory accesses.
type PlainMode uint8

const (
	PlainRace    PlainMode = iota // look for data races
	PlainExplore                  // make them visible operations as well
	PlainOff                      // nothing
)

// A Config says how a Program runs.
type Config struct {
	// Body is called before every execution, unmanaged, and returns the function of thread 0. The first kept transitions of the execution
	// will be those of the execution before.
	Body func(kept int) func()
	// Private, when not nil, is a channel whose operations are no events: it is called after Body.
	Private func() uintptr

	Plain       PlainMode
	Delay       int64 // nanoseconds; negative for no limit
	MaxSteps    int   // 0 none
	IgnoreLeaks bool
	// States, when not nil, says what tells states apart: each State has a Memory. It must stay the same.
	States *Statics
	// Held, when not nil, is called after Body with States: what it returns, and all that is reached from it, is state as well.
	Held func() []any
	// Changed, when not nil, says with States whether the execution has changed what is no memory, such as files: from then on
	// its states have no Memory.
	Changed func() bool
	// Exact makes the Memory of each State write it down as well, for tests (GlobalState, LocalState).
	Exact bool
	// Visible makes operations visible that are exempt otherwise (see Contended).
	Visible bool

	// OnChoice, when not nil, is called before every transition.
	OnChoice func(model.Choice)
	// OnEnd, when not nil, is called at the end of every maximal execution, before its goroutines are ended.
	OnEnd func()
}

// Program is a model.Program: Go code under control. There can be only one at a time.
type Program struct{}

// New makes the one Program of the process.
func New(c Config) *Program {
	r := &rt
	if r.threads.names == nil {
		install()
	}
	r.threads.names = model.NewNames()
	r.objects = object.Set{}
	r.config = c
	r.events.callers.Off = c.Visible
	r.doubts = doubts{}
	r.memory, hook.States = nil, c.States != nil
	if c.States != nil {
		stack := state.NewStack(hook.Entry((*runtime).yield), hook.Entry((*worker).call))
		r.memory = newMemory(c.States, state.Source{Allocations: &r.objects.Made, Exact: c.Exact}, stack)
	}
	r.order.Detector = nil
	if c.Plain != PlainOff {
		r.order.Detector = new(datarace.Detector)
	}
	return &Program{}
}

// Names are the names of the program's threads.
func (p *Program) Names() *model.Names { return rt.threads.names }

// Failure is the failure of the last execution, nil for none.
func (p *Program) Failure() *failure.Failure { return rt.ending.failure }

// FailTest gives its text to the failure that TestFailed noted in the running execution. An execution that has no failure at all gets one.
func (p *Program) FailTest(message string) {
	r := &rt
	r.fail(failure.Failure{Kind: failure.KindFatal, Stack: []uintptr{}})
	if f := r.ending.failure; f.Kind == failure.KindFatal && f.Message == "" {
		f.Message = message
	}
}

// Divergence says why the last execution could not follow its prefix.
func (p *Program) Divergence() string { return rt.prefix.Divergence }

// Output is what the last execution wrote to standard output and standard error.
func (p *Program) Output() []byte { return rt.ending.output }

// Contended says that a goroutine had to wait for a lock that was taken to guard output or laziness only, in an execution since New. What was
// explored does not count then: begin again with Config.Visible.
func (p *Program) Contended() bool { return rt.doubts.contended }

// Careless says that a goroutine unlocked an RWMutex for reading that it had not locked, in an execution since New. Then its RLocks and
// RUnlocks are not independent: one order can fail, the other not.
func (p *Program) Careless() bool { return rt.doubts.careless }

// Threads is the number of threads of the last execution.
func (p *Program) Threads() int { return len(rt.threads.list) }

// Steps counts the transitions of all executions of all programs. Unlike everything else here it may be read at any time, as may Deciding and
// Waits.
func Steps() uint64 { return rt.watched.steps }

// Deciding says that the algorithm runs, not the program: its time is not the program's.
func Deciding() bool { return !rt.watched.program }

// Waits says what the managed goroutine waits for where the engine does not see it; empty when it does not.
func Waits() string { return hook.RuntimeWaits() }

// Run executes the test once. See model.Program.
func (p *Program) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	r := &rt
	r.begin(prefix, next)
	r.watched.program = true
	defer func() { r.watched.program = false }()
	fn := body(r, max(0, len(prefix)-1))
	if r.config.Private != nil {
		r.events.private = r.config.Private()
	}
	if r.memory != nil && r.config.Held != nil {
		r.memory.hold(r.config.Held())
	}
	main := r.newThread(nil)
	main.fn = fn
	hook.MemOn = r.config.Plain != PlainOff
	switchTo(&root, takeWorker(main))
	hook.MemOn = false
	if r.ending.Maximal {
		if r.config.OnEnd != nil {
			r.config.OnEnd()
		}
		r.drain()
		r.judge()
	}
	r.ending.Failed = r.ending.failure != nil
	r.ending.Steps = r.prefix.Taken
	outcome := r.ending.Outcome
	if r.recorder != nil {
		r.recordEnd()
	}
	r.threads.kill()
	hook.Collect()
	return outcome
}

// Record runs the program once along choices, which end the execution, and describes what happens.
func (p *Program) Record(choices []model.Choice, how record.How) (model.Outcome, record.Seen) {
	r := &rt
	r.recorder = record.New(how, r.threads.names, &r.objects)
	defer func() { r.recorder = nil }()
	outcome := p.Run(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
	return outcome, r.recorder.Seen
}

// body is Config.Body: what it allocates is named as no thread's.
func body(r *runtime, kept int) func() {
	hook.Running = &outside
	hook.Setup = hook.G()
	defer func() { hook.Setup = 0 }()
	return r.config.Body(kept)
}

// outside stands for a thread while an execution is made ready.
var outside = hook.Thread{ID: int(model.NoThread)}
