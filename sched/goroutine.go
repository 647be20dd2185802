package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/record"
	"heddle/sched/state"
)

// A thread is one managed goroutine, or one timer.
type thread struct {
	id       model.Thread
	parent   model.Thread
	children int // threads that it has started

	fn     func()
	worker *worker // nil until it first runs, and for timers
	g      uintptr // the goroutine that it stands on while it is pending
	local  hook.Thread

	state threadState

	// The pending operation, valid in state pending.
	op      model.Op
	addr    unsafe.Pointer // the object
	where   unsafe.Pointer // the memory that says whether op is enabled
	size    uintptr        // of an atomic variable, in bytes
	elem    hook.Place     // what a send or a receive copies
	cases   []selectCase   // of a select
	alts    []model.Choice // storage of model.Pending.Alts
	opCases []model.Case   // storage of model.Op.Cases
	when    int64          // the deadline of a Wake
	timing  [2]int64       // what the start of a timer, or a Sleep, was called with
	starts  *timer         // the new timer that a TimerStart is about, else nil

	// The outcome of the operation chosen.
	chosen   int  // select: the case
	received bool // receive: there was a value
	done     bool // the engine has done the operation, Go's own code must not

	timer  *timer // for timers
	pools  []pooled
	memory state.Local
	awoken bool // it went on after the end of the execution, see drain

	trail record.Trail
}

type threadState uint8

const (
	running  threadState = iota // between two operations, or about to start
	pending                     // before an operation
	finished                    // its function has returned
)

// newThread makes the next child of parent, nil for the test function's thread.
func (r *runtime) newThread(parent *thread) *thread {
	t := r.reuse()
	if parent == nil {
		t.id, t.parent = 0, model.NoThread
	} else {
		parent.children++
		t.id, t.parent = r.names.Child(parent.id, parent.children), parent.id
	}
	t.local = hook.Thread{Seed: r.names.Hash(t.id), ID: int(t.id)}
	for len(r.byID) <= int(t.id) {
		r.byID = append(r.byID, nil)
	}
	r.byID[t.id] = t
	r.threads = append(r.threads, t)
	if r.races != nil {
		r.races.Start(t.id, t.parent)
	}
	return t
}

// reuse returns a cleared thread from the arena.
func (r *runtime) reuse() *thread {
	n := len(r.threads)
	if n < len(r.arena) {
		t := r.arena[n]
		*t = thread{alts: t.alts[:0], cases: t.cases[:0], opCases: t.opCases[:0], pools: t.pools[:0],
			memory: t.memory.Emptied()}
		return t
	}
	t := new(thread)
	r.arena = append(r.arena, t)
	return t
}

// hookSpawn is the go statement of a managed goroutine, or of a timer's function. The child runs up to its first operation before
// the next decision is made.
func hookSpawn(fn func(), _ uintptr) {
	saved := hook.Cur
	hook.Cur = 0
	r := &rt
	t := r.newThread(r.running)
	t.fn = fn
	t.trail.Entry = **(**uintptr)(unsafe.Pointer(&fn))
	if r.recorder != nil {
		t.trail.Created = r.stack(nil)
	}
	r.queue = append(r.queue, t)
	hook.Cur = saved
}

// hookGosched is runtime.Gosched: it orders nothing and is no operation, but the goroutines just started run to their first one. One that has
// none is over then, which the program may be waiting for.
func hookGosched() {
	r := &rt
	if len(r.queue) == 0 {
		return
	}
	t := r.leave()
	r.queue = append(r.queue, t)
	r.switchFrom(t)
	r.enter(t, t.g)
}

// hookNumGoroutine is runtime.NumGoroutine: the goroutines of this execution, and the one that runs the test.
func hookNumGoroutine() int { return 2 + len(hookGoroutines()) }

// hookGoroutines are the other goroutines of this execution, for runtime.Stack: those that have begun and not ended.
func hookGoroutines() []uintptr {
	hookGosched()
	var others []uintptr
	for _, t := range rt.threads {
		if t.state == pending && t.timer == nil {
			others = append(others, t.g)
		}
	}
	return others
}

// hookExit is os.Exit.
func hookExit(code int) {
	hook.Cur = 0
	rt.fail(failure.Exit(code))
	rt.end()
}

// hookUnsupported is a call of something that is not under control yet.
func hookUnsupported(what string) {
	hook.Cur = 0
	rt.fail(failure.Unsupported(what))
	rt.end()
}

// end ends the running thread at once: no deferred call runs.
func (r *runtime) end() {
	t := r.running
	t.finish()
	t.goexited()
}

// finish takes the thread out of the execution. The end of the test function's thread is an event.
func (t *thread) finish() {
	r := &rt
	if r.recorder != nil {
		r.recordValue(t)
	}
	if t.id == 0 && !r.returned {
		t.op = model.Op{Kind: model.Return, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	t.state = finished
}
