package sched

import (
	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// A worker is a pooled goroutine that runs one thread after another. The goroutine that called Run is a worker too, the root.
//
// A worker that does not run is parked in its slot.
type worker struct {
	slot   hook.Slot
	thread *thread // the thread that it runs, or runs next
	kill   bool    // it must end when it is resumed
}

// root is the goroutine that called Run.
var root worker

// idle are the workers that have no thread.
var idle []*worker

// workerOf returns the worker that runs t, or is to run it; the root if t is nil.
func workerOf(t *thread) *worker {
	switch {
	case t == nil:
		return &root
	case t.worker == nil:
		return takeWorker(t)
	}
	return t.worker
}

// takeWorker returns a worker that is ready to run t.
func takeWorker(t *thread) *worker {
	if n := len(idle); n > 0 {
		w := idle[n-1]
		idle = idle[:n-1]
		w.thread, t.worker = t, w
		return w
	}
	w := &worker{thread: t}
	t.worker = w
	w.slot.Start(func() {
		hook.Grow() // while there is little on the stack to copy: the engine runs on it, too
		w.loop()
	})
	return w
}

// loop runs the threads that the worker gets. It never returns: the goroutine ends in Exit.
func (w *worker) loop() {
	for {
		t := w.thread
		w.call(t)
		t.finish()
		if next := rt.next(); next != nil && next.worker == nil {
			w.thread, next.worker = next, w
		} else {
			w.park(workerOf(next))
		}
	}
}

// park resumes to and makes the worker idle. It returns when the worker has got a thread.
func (w *worker) park(to *worker) {
	w.thread = nil
	idle = append(idle, w)
	w.slot.Switch(&to.slot)
	if w.kill {
		root.slot.Exit()
	}
}

// call runs the function of t as managed code, and notes a failure if a panic ends it. The stack of a pending goroutine is read up to the
// frame of call.
//
//go:noinline
func (w *worker) call(t *thread) {
	normal := false
	defer func() {
		inProgram := hook.Cur != 0
		hook.Cur = 0
		if normal {
			return
		}
		if !inProgram {
			hook.Crash(recover())
		}
		// A panic leaves something to recover. runtime.Goexit does not, and cannot be stopped: the goroutine ends here. Both are the case for a
		// panic in a deferred call that Goexit runs.
		message, goexits := failure.PanicMessage(), hook.Goexits()
		if recover() != nil {
			rt.fail(failure.Panic(message, failure.Stack(nil)))
			if !goexits {
				return
			}
		}
		t.finish()
		t.goexited()
	}()
	if hook.Wipes {
		hook.Grow()
	}
	if rt.config.Doubts.Collects && t.id != 0 {
		t.g, t.Op = hook.G(), model.Op{Kind: model.Pick, Obj: model.NoObject, Clock: object.Clock, Arg: 1}
		rt.yield(t)
	}
	if t.fires != nil && !begins(&rt, t) {
		normal = true
		return
	}
	rt.enter(t, hook.G())
	hook.WipeStack()
	fn := t.fn
	t.fn = nil // what it refers to may be collected before it returns
	fn()
	hook.Cur = 0
	normal = true
}

// goexited ends the goroutine after the function of t ended by runtime.Goexit. The next thread goes on.
func (t *thread) goexited() {
	workerOf(rt.next()).slot.Exit()
}

// yield makes t pending, and returns when t has been chosen. Every hook that is a visible operation calls it. The stack of a pending
// goroutine is read from the frame of yield on.
//
//go:noinline
func (r *runtime) yield(t *thread) {
	t.state, t.memory.Fresh, t.parked = pending, false, false
	if t.twin.begins {
		t.arrives()
	}
	r.events.sections.visible(r, t)
	if t.bubble != nil {
		enterBubble(r, t)
	} else if r.config.Doubts.Collects {
		t.Op.Clock = object.Clock
	}
	r.threads.polls.Arrive(&t.await)
	if r.recorder != nil {
		t.trail.At = failure.Stack(t.trail.At[:0])
	}
	r.switchFrom(t)
	if r.recorder != nil {
		stop(r)
	}
	hook.WipeStack()
}

// switchFrom lets the next thread go on, and returns when t goes on.
func (r *runtime) switchFrom(t *thread) {
	if next := r.next(); next != t {
		w := t.worker
		w.slot.Switch(&workerOf(next).slot)
		if w.kill {
			root.slot.Exit()
		}
	}
}

// enter ends a hook: t runs, on goroutine g.
func (r *runtime) enter(t *thread, g uintptr) {
	t.state = running
	r.threads.running = t
	hook.Running = &t.local
	hook.Cur = g
}

// leave begins a hook: the engine runs. It returns the running thread, and notes its goroutine.
func (r *runtime) leave() *thread {
	t := r.threads.running
	t.g = hook.Cur
	hook.Cur = 0
	if r.recorder != nil {
		r.recordValue(t)
	}
	if !r.order.Collected() {
		return t
	}
	r.events.sections.blind(r)
	if hook.Watched() && !hook.Stress {
		r.fail(failure.Unsupported("so much memory that it must be collected, in a test that has a finalizer, a cleanup or a weak pointer"))
	}
	return t
}

// end ends the running thread at once. Deferred calls do not run.
func (r *runtime) end() {
	t := r.threads.running
	t.finish()
	t.goexited()
}

// finish makes the thread finished. That is an event for the test function's thread.
func (t *thread) finish() {
	r := &rt
	if r.recorder != nil {
		r.recordValue(t)
	}
	if t.id == 0 && !r.clock.Stopped && !r.draining {
		t.Op = model.Op{Kind: model.Return, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	r.events.sections.visible(r, t)
	if t.state = finished; t.bubble != nil && t.id == t.bubble.Main {
		t.bubble.Done = true
	}
	r.threads.polls.End(&t.await)
}
