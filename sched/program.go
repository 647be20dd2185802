package sched

import (
	goruntime "runtime"
	"runtime/debug"

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
	if r.names == nil {
		install()
	}
	r.names = model.NewNames()
	r.objects = object.Set{}
	r.config = c
	r.callers.Off = c.Visible
	r.contended, r.careless = false, false
	r.memory, hook.States = nil, c.States != nil
	if c.States != nil {
		r.memory = newMemory(c.States, state.Source{Allocations: &r.objects.Made, Exact: c.Exact})
	}
	r.races = nil
	if c.Plain != PlainOff {
		r.races = new(datarace.Detector)
	}
	return &Program{}
}

// Names are the names of the program's threads.
func (p *Program) Names() *model.Names { return rt.names }

// Failure is the failure of the last execution, nil for none.
func (p *Program) Failure() *failure.Failure { return rt.failure }

// FailTest gives its text to the failure that TestFailed noted in the running execution. An execution that has no failure at all gets one.
func (p *Program) FailTest(message string) {
	r := &rt
	r.fail(failure.Failure{Kind: failure.KindFatal, Stack: []uintptr{}})
	if f := r.failure; f.Kind == failure.KindFatal && f.Message == "" {
		f.Message = message
	}
}

// Divergence says why the last execution could not follow its prefix.
func (p *Program) Divergence() string { return rt.divergence }

// Output is what the last execution wrote to standard output and standard error.
func (p *Program) Output() []byte { return rt.output }

// Contended says that a goroutine had to wait for a lock that was taken to guard output or laziness only, in an execution since New. What was
// explored does not count then: begin again with Config.Visible.
func (p *Program) Contended() bool { return rt.contended }

// Careless says that a goroutine unlocked an RWMutex for reading that it had not locked, in an execution since New. Then its RLocks and
// RUnlocks are not independent: one order can fail, the other not.
func (p *Program) Careless() bool { return rt.careless }

// Threads is the number of threads of the last execution.
func (p *Program) Threads() int { return len(rt.threads) }

// Steps counts the transitions of all executions of all programs. Unlike everything else here it may be read at any time, as may Deciding and
// Waits.
func Steps() uint64 { return rt.steps }

// Deciding says that the algorithm runs, not the program: its time is not the program's.
func Deciding() bool { return !rt.program }

// Waits says what the managed goroutine waits for where the engine does not see it; empty when it does not.
func Waits() string { return hook.RuntimeWaits() }

// Run executes the test once. See model.Program.
func (p *Program) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	r := &rt
	r.begin(prefix, next)
	r.program = true
	defer func() { r.program = false }()
	fn := r.body(max(0, len(prefix)-1))
	if r.config.Private != nil {
		r.privateChan = r.config.Private()
	}
	if r.memory != nil && r.config.Held != nil {
		r.memory.hold(r.config.Held())
	}
	main := r.newThread(nil)
	main.fn = fn
	hook.MemOn = r.config.Plain != PlainOff
	switchTo(&root, takeWorker(main))
	hook.MemOn = false
	if r.outcome.Maximal {
		if r.config.OnEnd != nil {
			r.config.OnEnd()
		}
		r.drain()
		r.judge()
	}
	r.outcome.Failed = r.failure != nil
	r.outcome.Steps = r.taken
	outcome := r.outcome
	if r.recorder != nil {
		r.recordEnd()
	}
	r.kill()
	collect()
	return outcome
}

// Record runs the program once along choices, which end the execution, and describes what happens.
func (p *Program) Record(choices []model.Choice, how record.How) (model.Outcome, record.Seen) {
	r := &rt
	r.recorder = record.New(how, r.names, &r.objects)
	defer func() { r.recorder = nil }()
	outcome := p.Run(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
	return outcome, r.recorder.Seen
}

// body is Config.Body: what it allocates is named as no thread's.
func (r *runtime) body(kept int) func() {
	hook.Running = &outside
	hook.Setup = hook.G()
	defer func() { hook.Setup = 0 }()
	return r.config.Body(kept)
}

// outside stands for a thread while an execution is made ready.
var outside = hook.Thread{ID: int(model.NoThread)}

// begin makes ready for an execution.
func (r *runtime) begin(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) {
	r.prefix, r.decide = prefix, next
	r.taken = 0
	r.same = true
	r.outcome = model.Outcome{}
	r.threads = r.threads[:0]
	clear(r.byID)
	r.running = nil
	r.queue = r.queue[:0]
	r.objects.Reset()
	r.state.Found = r.state.Found[:0]
	r.clock.reset()
	r.failure = nil
	r.output = r.output[:0]
	r.returned, r.draining = false, false
	r.gcs = hook.GCs()
	if r.races != nil {
		r.races.Reset()
		if r.memory != nil {
			r.races.Record()
			r.memory.races.Begin(r.races, &r.objects)
		}
	}
	r.divergence = ""
	hook.Coros = false
}

// kill ends the goroutines that are left: none of them runs another instruction of the program.
func (r *runtime) kill() {
	for _, t := range r.threads {
		if t.state != finished && t.worker != nil {
			t.worker.kill = true
			switchTo(&root, t.worker)
		}
		t.state = finished
		t.worker, t.fn = nil, nil
	}
}

// maxDrain bounds the transitions after the end of an execution.
const maxDrain = 1000

// drain goes on after the end of an execution, in which no timer fires any more, to see which of the blocked goroutines a timer
// would wake: they are no leaks.
func (r *runtime) drain() {
	if !r.returned || r.failure != nil || !r.anyArmed() {
		return
	}
	blocked := false
	for _, t := range r.threads {
		blocked = blocked || t.leaked()
	}
	if !blocked {
		return
	}
	r.draining = true
	steps := 0
	maximal, taken := r.outcome, r.taken
	r.prefix = nil
	r.decide = func(s *model.State) (model.Choice, bool) {
		steps++
		for _, p := range s.Pending {
			if len(p.Alts) > 0 && steps < maxDrain {
				c := p.Alts[0]
				r.byID[c.Thread].awoken = true
				if c.Partner != model.NoThread {
					r.byID[c.Partner].awoken = true
				}
				return c, true
			}
		}
		return model.Choice{}, false
	}
	if t := r.next(); t != nil {
		w := t.worker
		if w == nil {
			w = takeWorker(t)
		}
		switchTo(&root, w)
	}
	r.draining = false
	r.outcome, r.taken = maximal, taken
}

func (r *runtime) anyArmed() bool {
	for _, tm := range r.clock.timers {
		if tm.armed {
			return true
		}
	}
	for _, t := range r.threads {
		if t.state == pending && t.op.Kind == model.Wake {
			return true
		}
	}
	return false
}

// garbage is how much memory executions may use before the collector runs between two of them, in bytes.
const garbage = 32 << 20

var collectAt uint64 = garbage

// collect runs the garbage collector between two executions, when there is something to collect. It is off otherwise, so that no
// address means two things in one execution.
func collect() {
	if hook.HeapLive() < collectAt {
		return
	}
	goruntime.GC()
	collectAt = hook.HeapLive() + garbage
}

// NoCollection switches the collector off but for collect and for executions that use more than limit bytes: runtime.GC does nothing in a managed
// goroutine. A first collection starts the collector's own goroutines, which a managed one must not have to wait for.
func NoCollection(limit int64) {
	goruntime.GC()
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit)
}
