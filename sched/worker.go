package sched

import (
	"fmt"
	"os"
	"runtime/debug"
	"unsafe"

	"heddle/sched/failure"
	"heddle/sched/hook"
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

// crash ends the process because of a bug of the engine: v is what it panicked with. Left alone, the panic would only end the
// coroutine.
func crash(v any) {
	hook.Cur = 0
	fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", v, debug.Stack())
	os.Exit(2)
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
