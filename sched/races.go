package sched

import "heddle/sched/failure"

// access tells the race detector of a plain access. Misuse is not empty for operations of a WaitGroup: what a race of
// two of them is called.
func (r *runtime) access(t *thread, addr, size uintptr, write bool, misuse string) {
	if r.order.Detector == nil {
		return
	}
	if r.recorder != nil {
		r.recordAccess(t, write, misuse)
	}
	if c, found := r.order.Detector.Access(t.id, addr, size, write); found {
		if misuse != "" {
			r.fail(failure.Misuse(c, misuse, r.threads.names))
		} else {
			r.fail(failure.Race(c))
		}
	}
}
