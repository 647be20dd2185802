package sched

import (
	goruntime "runtime"

	"heddle/model"
	"heddle/sched/failure"
)

// fail notes f, if it is the first failure of the execution. The running thread shows it.
func (r *runtime) fail(f failure.Failure) {
	if r.ending.failure != nil || r.draining {
		return
	}
	if f.Thread = model.NoThread; r.threads.running != nil {
		f.Thread = r.threads.running.id
	}
	if f.Stack == nil && failure.Located(f.Kind) {
		f.Stack = stack(nil)
	}
	f.Step = r.prefix.Taken
	r.ending.failure = &f
}

// stack appends the return addresses of the calling goroutine.
func stack(to []uintptr) []uintptr {
	var pcs [64]uintptr
	n := goruntime.Callers(3, pcs[:])
	return append(to, pcs[:n]...)
}
