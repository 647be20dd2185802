package sched

import (
	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/clock"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/order"
	"heddle/sched/prefix"
	"heddle/sched/record"
)

// rt is the one runtime: hooks have no other way to find it.
var rt runtime

// runtime is one program under control, reused by all its executions.
type runtime struct {
	config    Config
	threads   threads
	prefix    prefix.Prefix
	algorithm algorithm
	objects   object.Set
	order     order.Edges
	clock     clock.Clock
	ending    ending
	events    events
	doubts    doubts
	watched   watched
	memory    *memory          // nil when states are not told apart
	recorder  *record.Recorder // nil when nothing is recorded
	draining  bool             // the execution has ended; it goes on only to see which goroutines timers wake
}

// algorithm is what the running execution asks what comes next, and what it shows.
type algorithm struct {
	decide func(*model.State) (model.Choice, bool)
	state  model.State
}

// ending is how the running execution ends, as far as it is known.
type ending struct {
	model.Outcome
	failure *failure.Failure
	output  []byte
}

// events says which operations are none.
type events struct {
	callers caller.Callers
	private uintptr // a channel of package testing
}

// doubts are what an exploration takes for granted and has turned out to be wrong, in an execution since New.
type doubts struct {
	contended bool // that exempt operations do not block: see Contended
	careless  bool // that RWMutexes are unlocked by their readers: see Careless
}

// watched is what may be read at any time, by other goroutines.
type watched struct {
	steps   uint64 // transitions of all executions
	program bool   // the program runs, or the engine on its behalf; not the algorithm
}

// begin makes ready for an execution.
func (r *runtime) begin(choices []model.Choice, decide func(*model.State) (model.Choice, bool)) {
	r.prefix.Begin(choices)
	r.algorithm.decide = decide
	r.algorithm.state.Found = r.algorithm.state.Found[:0]
	r.threads.reset()
	r.objects.Reset()
	r.order.Begin(&r.objects)
	r.clock.Begin(r.config.Delay)
	r.ending = ending{output: r.ending.output[:0]}
	r.draining = false
	if r.memory != nil && r.order.Detector != nil {
		r.order.Detector.Record()
		r.memory.races.Begin(r.order.Detector, &r.objects)
	}
	hook.Coros = false
}

// newThread makes the next child of parent, nil for the test function's thread.
func (r *runtime) newThread(parent *thread) *thread {
	t := r.threads.start(parent)
	r.order.Start(t.id, t.parent)
	return t
}

// A gate is how one kind of operation behaves.
type gate struct {
	// enabled reports whether a pending operation can be executed; nil for those that always can.
	enabled func(t *thread) bool
	// alternatives appends the transitions that are offered, for kinds that can offer more than one; else nil.
	alternatives func(r *runtime, t *thread, to []model.Choice) []model.Choice
	// take is the engine's part of the execution; nil when all is done by Go's own code after the gate.
	take func(r *runtime, t *thread, c model.Choice)
	// shown returns the value that the operation has left, for a record; nil for those that leave none.
	shown func(t *thread) string
}

// gates says, for every kind, how it behaves; see gates.go.
var gates [model.NumKinds]gate
