package sched

import (
	goruntime "runtime"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/frames"
	"heddle/sched/hook"
	"heddle/sched/record"
)

// fail notes the first failure of the execution. The running thread is the one that shows it.
func (r *runtime) fail(f failure.Failure) {
	if r.failure != nil || r.draining {
		return
	}
	if f.Thread = model.NoThread; r.running != nil {
		f.Thread = r.running.id
	}
	if f.Stack == nil && failure.Located(f.Kind) {
		f.Stack = r.stack(nil)
	}
	f.Step = r.taken
	r.failure = &f
}

// TestFailed is called by t.Fail: the running goroutine of the test has found something wrong. Why is known at the end, see FailTest.
func TestFailed() {
	if hook.Cur == 0 || hook.Cur != hook.G() {
		return
	}
	r := &rt
	t := r.leave()
	if stack := r.stack(nil); !frames.FailsForPanic(stack) {
		r.fail(failure.Failure{Kind: failure.KindFatal, Stack: stack})
	}
	r.enter(t, t.g)
}

// failPanic notes a panic that nobody recovered. It is called by the last deferred function, on top of the stack that panicked.
func (r *runtime) failPanic(message string) { r.fail(failure.Panic(message, r.stack(nil))) }

// failRace notes a race, of two operations of a WaitGroup if misuse is not empty.
func (r *runtime) failRace(c datarace.Race, misuse string) {
	if misuse != "" {
		r.fail(failure.Misuse(c, misuse, r.names))
	} else {
		r.fail(failure.Race(c))
	}
}

// stack appends the return addresses of the calling goroutine.
func (r *runtime) stack(to []uintptr) []uintptr {
	var pcs [64]uintptr
	n := goruntime.Callers(3, pcs[:])
	return append(to, pcs[:n]...)
}

// judge looks at the threads that are blocked in the last state and notes a deadlock or a leak.
func (r *runtime) judge() {
	if r.failure != nil {
		return
	}
	if main := r.threads[0]; main.state == pending {
		r.fail(failure.Deadlock(r.blocked()))
		r.failure.Thread = 0
		return
	}
	if r.config.IgnoreLeaks {
		return
	}
	for _, t := range r.threads {
		if t.leaked() {
			r.fail(failure.Leak(r.blocked()))
			r.failure.Thread = t.id
			return
		}
	}
}

// blocked lists the goroutines that are blocked, and in what kind of operation.
func (r *runtime) blocked() []string {
	var list []string
	for _, t := range r.threads {
		if t.state == pending && t.timer == nil {
			list = append(list, r.names.Path(t.id)+" "+record.OpNames[t.op.Kind])
		}
	}
	return list
}

// leaked reports whether the thread is a goroutine that nothing can wake: blocked at the end, and again after all timers fired.
func (t *thread) leaked() bool {
	return t.state == pending && t.timer == nil && t.op.Kind != model.Wake && !t.awoken
}
