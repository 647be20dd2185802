package sched

import (
	"heddle/model"
	"heddle/sched/failure"
)

// fail notes f, unless it follows from an earlier failure of the execution, or from its end. The running thread shows it.
func (r *runtime) fail(f failure.Failure) {
	if r.draining && !f.Late() || r.ending.failures.Ignores(&f) {
		return
	}
	if failure.Located(f.Kind) {
		if f.Thread = model.NoThread; r.threads.running != nil {
			f.Thread = r.threads.running.id
		}
		if f.Stack == nil {
			f.Stack = failure.Stack(nil)
		}
	}
	f.Step = r.prefix.Taken
	r.ending.failures.Add(&f)
}
