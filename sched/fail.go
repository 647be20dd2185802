package sched

import (
	goruntime "runtime"

	"heddle/model"
	"heddle/sched/failure"
)

// fail notes f, unless it follows from an earlier failure of the execution. The running thread shows it.
func (r *runtime) fail(f failure.Failure) {
	if r.draining || r.ending.failures.Ignores(&f) {
		return
	}
	if failure.Located(f.Kind) {
		if f.Thread = model.NoThread; r.threads.running != nil {
			f.Thread = r.threads.running.id
		}
		if f.Stack == nil {
			f.Stack = stack(nil)
		}
	}
	f.Step = r.prefix.Taken
	r.ending.failures.Add(&f)
}

// stack appends the return addresses of the calling goroutine.
func stack(to []uintptr) []uintptr {
	var pcs [64]uintptr
	n := goruntime.Callers(3, pcs[:])
	return append(to, pcs[:n]...)
}
