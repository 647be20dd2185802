package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// A worker is a pooled goroutine that runs one thread after another. The engine's own goroutine has one too, the root.
//
// A worker that does not run is parked in slot, a coroutine; whoever switches to it parks itself there in turn.
type worker struct {
	slot   unsafe.Pointer
	thread *thread // the thread that it runs or is to run next
	kill   bool    // end when resumed
}

// root stands for the goroutine that called Run.
var root worker

// idle holds the workers that have no thread.
var idle []*worker

// switchTo parks the calling goroutine, which is from's, and lets to go on. It returns when somebody switches back.
func switchTo(from, to *worker) {
	c := to.slot
	to.slot = nil
	from.slot = c
	hook.CoroSwitch(c)
}

// exitTo ends the calling goroutine without running its deferred calls and lets to go on.
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
		defer func() { crash(recover()) }()
		w.loop()
	})
	return w
}

// loop runs the threads that are given to the worker. It never returns: the goroutine ends in exitTo.
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

// park puts the worker among the idle ones until it is given a thread.
func (w *worker) park(to *worker) {
	w.thread = nil
	idle = append(idle, w)
	switchTo(w, to)
	if w.kill {
		exitTo(&root)
	}
}

// call runs the function of t as managed code and turns what ends it into a failure. A stack is read up to its frame.
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
			crash(recover())
		}
		// recover tells a panic from runtime.Goexit, which leaves nothing to recover and cannot be stopped: the goroutine ends here. A panic in
		// a call that Goexit deferred is both.
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

// grow makes room on the stack of the calling goroutine, so that it need not be moved in the middle of an execution: which call does that
// would show in what is left over on it.
//
//go:noinline
func grow() byte {
	var room [16 << 10]byte
	return room[len(rt.threads.list)%len(room)]
}

// goexited lets the next thread go on after the function of t ended by runtime.Goexit, and ends the goroutine.
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
