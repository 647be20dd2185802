package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// A worker is a pooled goroutine that runs one thread after another. The goroutine that called Run is a worker too, the root.
//
// A worker that does not run is parked in its slot, a coroutine. The goroutine that switches to it parks itself there in turn.
type worker struct {
	slot   unsafe.Pointer
	thread *thread // the thread that it runs, or runs next
	kill   bool    // it must end when it is resumed
}

// root is the goroutine that called Run.
var root worker

// idle are the workers that have no thread.
var idle []*worker

// switchTo parks the calling goroutine, which is from, and resumes to. It returns when another goroutine switches back.
func switchTo(from, to *worker) {
	c := to.slot
	to.slot = nil
	from.slot = c
	hook.CoroSwitch(c)
}

// exitTo ends the calling goroutine without running its deferred calls, and resumes to.
func exitTo(to *worker) {
	c := to.slot
	to.slot = nil
	hook.CoroExit(c)
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
	w.slot = hook.NewCoro(func(unsafe.Pointer) {
		defer func() { hook.Crash(recover()) }()
		grow() // while there is little on the stack to copy: the engine runs on it, too
		w.loop()
	})
	return w
}

// loop runs the threads that the worker gets. It never returns: the goroutine ends in exitTo.
func (w *worker) loop() {
	for {
		t := w.thread
		w.call(t)
		t.finish()
		next := rt.next()
		switch {
		case next != nil && next.worker == nil:
			w.thread, next.worker = next, w
			continue
		case next == nil:
			w.park(&root)
		default:
			w.park(next.worker)
		}
	}
}

// park resumes to and makes the worker idle. It returns when the worker has got a thread.
func (w *worker) park(to *worker) {
	w.thread = nil
	idle = append(idle, w)
	switchTo(w, to)
	if w.kill {
		exitTo(&root)
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
			rt.fail(failure.Panic(message, stack(nil)))
			if !goexits {
				return
			}
		}
		t.finish()
		t.goexited()
	}()
	if rt.memory != nil {
		grow()
	}
	rt.enter(t, hook.G())
	hook.WipeStack()
	t.fn()
	hook.Cur = 0
	normal = true
}

// grow makes room on the stack of the calling goroutine, so that it need not be moved in the middle of an execution: that costs time, more
// of it the deeper the stack is, and which call moves a stack would show in the rests on it, which are state. It is more than
// what the runtime makes when a function begins (heddleRoom).
//
//go:noinline
func grow() byte {
	var room [48 << 10]byte
	return room[len(rt.threads.list)%len(room)]
}

// goexited ends the goroutine after the function of t ended by runtime.Goexit. The next thread goes on.
func (t *thread) goexited() {
	next := rt.next()
	switch {
	case next == nil:
		exitTo(&root)
	case next.worker == nil:
		exitTo(takeWorker(next))
	default:
		exitTo(next.worker)
	}
}

// yield makes t pending, and returns when t has been chosen. Every hook that is a visible operation calls it. The stack of a pending
// goroutine is read from the frame of yield on.
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

// switchFrom lets the next thread go on, and returns when t goes on.
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
	r.order.Collected()
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
		t.op = model.Op{Kind: model.Return, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	t.state = finished
}
