package sched

import (
	"heddle/model"
	"heddle/sched/bubble"
	"heddle/sched/caller"
	"heddle/sched/failure"
	"heddle/sched/frames"
	"heddle/sched/hook"
)

// hookSpawn is a go statement of a managed goroutine or of a timer's function. The child runs up to its first operation before the next
// decision is made.
func hookSpawn(fn func(), pc uintptr) {
	saved := hook.Cur
	hook.Cur = 0
	t := rt.threads.running
	t.await.Effect()
	findTwin(&rt, t, spawn(&rt, t, fn, t.bubble), fn, pc)
	hook.Cur = saved
}

// spawn starts a goroutine of a bubble, which is nil for most.
func spawn(r *runtime, parent *thread, fn func(), b *bubble.Bubble) *thread {
	t := r.newThread(parent)
	t.fn = fn
	t.trail.Entry = hook.Entry(fn)
	if t.bubble = b; b != nil {
		t.local.Bubble, b.Threads = b.P, append(b.Threads, t.id)
	}
	if r.recorder != nil {
		t.trail.Created, t.trail.After = failure.Stack(nil), r.recorder.Steps()
	}
	r.threads.queue = append(r.threads.queue, t)
	return t
}

// hookGosched is runtime.Gosched. It orders nothing and is no operation, but the goroutines just started run up to their first operation.
// One without operations ends, which the program may be waiting for. A loop that calls it and has no operation either sleeps now and then.
func hookGosched() {
	r := &rt
	if r.threads.running.await.Yields() {
		t := r.leave()
		t.await.Naps = t.bubble != nil // whose clock it must not wait for
		sleep(r, t, 1)
		t.await.Naps = false
		r.enter(t, t.g)
	} else if len(r.threads.queue) > 0 {
		t := r.leave()
		r.threads.queue = append(r.threads.queue, t)
		r.switchFrom(t)
		r.enter(t, t.g)
	}
}

// hookNumGoroutine is runtime.NumGoroutine. It counts the goroutines of this execution and the one that runs the tests.
func hookNumGoroutine() int { return 2 + len(hookGoroutines()) }

// hookGoroutines returns the other goroutines of this execution that have begun and not ended, for runtime.Stack.
func hookGoroutines() []uintptr {
	rt.threads.running.await.Effect()
	hookGosched()
	var others []uintptr
	for _, t := range rt.threads.list {
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

// hookDies is where Go ends the process: the goroutine ends there, as with os.Exit, and its deferred calls do not run.
func hookDies(message string) {
	hook.Cur = 0
	rt.fail(failure.Fatal(message))
	rt.end()
}

// hookUnsupported is a call of what is not under control.
func hookUnsupported(what string) {
	hook.Cur = 0
	rt.fail(failure.Unsupported(what))
	rt.end()
}

// takeReturn stops the clock: no timer fires after the test function has returned.
func takeReturn(r *runtime, _ *thread, _ model.Choice) { r.clock.Stopped = true }

// Self returns a number, not 0, for the managed goroutine that calls it; 0 for any other.
func Self() int {
	if hook.Cur == 0 || hook.Cur != hook.G() {
		return 0
	}
	return int(rt.threads.running.id) + 1
}

// Changes reports whether changes of tests are operations. It must be called before every change; foreign says that the goroutine that
// calls it is another one than that which ends the test.
func Changes(foreign bool) bool {
	rt.doubts.Shared = rt.doubts.Shared || foreign
	return rt.config.Doubts.Shared
}

// Quiet reports whether the operations of package testing are no events and order nothing. The execution counts as one that has had some. Where
// states are compared they clear what the test's function has left on the stack, and are needed.
func Quiet() bool {
	r := &rt
	if hook.Cur == 0 || hook.Cur != hook.G() || hook.Wipes || (r.events.callers.Visible|r.events.counted)&caller.Testing != 0 {
		return false
	}
	r.events.hidden |= caller.Testing
	return true
}

// TestFailed must be called by t.Fail. It notes that the running goroutine has failed the test. FailTest adds the reason at the end.
func TestFailed() {
	if hook.Cur == 0 || hook.Cur != hook.G() {
		return
	}
	r := &rt
	t := r.leave()
	if stack := failure.Stack(nil); frames.Fails(stack) {
		r.fail(failure.Test(stack))
	}
	r.enter(t, t.g)
}
