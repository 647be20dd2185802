package sched

import (
	"heddle/model"
	"heddle/result"
	"heddle/sched/caller"
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/config"
	"heddle/sched/drain"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/operation"
	"heddle/sched/order"
	"heddle/sched/prefix"
	"heddle/sched/record"
)

// rt is the one runtime. It is a variable because hooks have no other way to find it.
var rt runtime

// runtime is one program under control, reused by all its executions.
type runtime struct {
	config    config.Config
	threads   threads
	prefix    prefix.Prefix
	algorithm algorithm
	objects   object.Set
	order     order.Edges
	clock     clock.Clock
	ending    ending
	events    events
	doubts    result.Doubts // see Program.Doubts
	watched   watched
	memory    *memory
	recorder  *record.Recorder // nil when nothing is recorded
	draining  bool             // the execution is over, and goes on only to find what becomes of its goroutines
	leaks     drain.Drain
}

// algorithm is what makes the decisions, and the state that it sees.
type algorithm struct {
	decide func(*model.State) (model.Choice, bool)
	state  model.State
}

// ending is how the running execution ends, as far as that is known.
type ending struct {
	model.Outcome
	impossible bool // it is none of Go's: see hasParked
	measured   bool // the program has measured its memory or time
	failures   failure.Set
	output     []byte // what it wrote to standard output and standard error
	threads    int    // how many threads it had before the drain
}

// events says which operations are no events.
type events struct {
	chance  chance.Uses // which of them leave something to chance
	callers caller.Callers
	private uintptr       // package testing's own channel
	hidden  caller.Groups // the execution has had exempt operations of these groups
	counted caller.Groups // exempt operations of these groups order something

	sections sections
}

// watched is what other goroutines may read at any time.
type watched struct {
	steps   uint64 // transitions of all executions
	program bool   // the program runs, or the engine for it; not the algorithm
}

// begin makes ready for an execution.
func (r *runtime) begin(choices []model.Choice, decide func(*model.State) (model.Choice, bool)) {
	r.prefix.Begin(choices)
	r.algorithm.decide = decide
	r.algorithm.state.Found = r.algorithm.state.Found[:0]
	r.threads.reset()
	r.threads.polls.Reset()
	r.events.chance.Shared = r.events.chance.Shared[:0]
	r.objects.Reset()
	r.order.Begin(&r.objects)
	r.clock.Begin(r.config.Delay())
	r.ending = ending{output: r.ending.output[:0]}
	hook.ResetSettings()
	r.leaks.Reset()
	r.draining, r.events.hidden = false, 0
	if r.config.Matches {
		r.memory.Begin(r.order.Detector, &r.objects, r.ending.failures.Over)
	}
	hook.Coros = false
	r.events.sections.begin()
}

// newThread starts the next child of parent; nil for the test function's thread.
func (r *runtime) newThread(parent *thread) *thread {
	t := r.threads.start(parent)
	r.order.Start(t.id, t.parent)
	r.threads.polls.Add(&t.await, t.id, t.parent, &t.Operation)
	if parent != nil {
		t.bubble = parent.bubble
	}
	return t
}

// A gate is how one kind of operation behaves.
type gate struct {
	// found returns the state of the object when an operation first names it; nil if the kind neither depends on a model.Status nor
	// changes one, or its hook calls keepFound itself. TestGates knows which kinds need it.
	found func(o *operation.Operation) model.Found
	// enabled reports whether a pending operation is enabled; nil for operations that always are.
	enabled func(t *thread) bool
	// alternatives appends the transitions that are offered; nil for operations that never offer more than one.
	alternatives func(r *runtime, t *thread, to []model.Choice) []model.Choice
	// take executes the engine's part of the operation; nil if Go's own code does all of it after the gate.
	take func(r *runtime, t *thread, c model.Choice)
	// run is the part that the goroutine of t executes when it goes on, before Go's own code; nil if there is none. Only hookStep calls it.
	run func(r *runtime, t *thread)
	// shown returns the value of the object after the operation, for a record; nil if it has none.
	shown func(t *thread) string
}

// gates are the gates, by their kinds. gates.go fills them in.
var gates [model.NumKinds]gate
