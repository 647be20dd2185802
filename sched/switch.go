package sched

import (
	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// yield is the end of every hook that is a visible operation: t is pending. It returns when t has been chosen. A stack is read from its
// frame on.
//
//go:noinline
func (r *runtime) yield(t *thread) {
	t.state, t.memory.Fresh = pending, false
	if r.recorder != nil {
		t.trail.At = stack(t.trail.At[:0])
	}
	r.switchFrom(t)
	hook.WipeStack()
}

// switchFrom lets the next thread go on and returns when it is the turn of t again.
func (r *runtime) switchFrom(t *thread) {
	if next := r.next(); next != t {
		w := t.worker
		switch {
		case next == nil:
			switchTo(w, &root)
		case next.worker == nil:
			switchTo(w, takeWorker(next))
		default:
			switchTo(w, next.worker)
		}
		if w.kill {
			exitTo(&root)
		}
	}
}

// enter makes t the managed goroutine, on goroutine g.
func (r *runtime) enter(t *thread, g uintptr) {
	t.state = running
	r.threads.running = t
	hook.Running = &t.local
	hook.Cur = g
}

// leave begins a hook: the engine runs now. It returns the thread, which remembers the goroutine that it stands on.
func (r *runtime) leave() *thread {
	t := r.threads.running
	t.g = hook.Cur
	hook.Cur = 0
	if r.recorder != nil {
		r.recordValue(t)
	}
	r.order.Collected()
	return t
}

// end ends the running thread at once: no deferred call runs.
func (r *runtime) end() {
	t := r.threads.running
	t.finish()
	t.goexited()
}

// finish takes the thread out of the execution. The end of the test function's thread is an event.
func (t *thread) finish() {
	r := &rt
	if r.recorder != nil {
		r.recordValue(t)
	}
	if t.id == 0 && !r.clock.Stopped && !r.draining {
		t.op = model.Op{Kind: model.Return, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	t.state = finished
}
