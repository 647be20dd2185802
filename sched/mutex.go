package sched

import "heddle/model"

// Go's own code changes the state by atomic operations. So copying a mutex that is in use is a race.

func runLock(r *runtime, t *thread) {
	hold(r, t)
	r.order.Acquire(t.id, t.Op.Obj)
	r.access(t, uintptr(t.Where), 4, true, true, "")
}

func runTryLock(r *runtime, t *thread) {
	if t.MutexFree() {
		runLock(r, t)
	}
}

func runUnlock(r *runtime, t *thread) {
	free(r, t)
	r.access(t, uintptr(t.Where), 4, true, true, "")
	r.order.Release(t.id, t.Op.Obj)
}

// hold notes that t takes the lock that its operation is on.
func hold(r *runtime, t *thread) {
	if r.recorder != nil {
		r.recorder.Hold(t.Op.Obj, t.id, t.trail.At)
	}
}

// takeFree is the end of what a lock protects.
func takeFree(r *runtime, t *thread, _ model.Choice) {
	free(r, t)
	r.order.Release(t.id, t.Op.Obj)
}

// free notes that t releases the lock that its operation is on.
func free(r *runtime, t *thread) {
	if r.recorder != nil {
		r.recorder.Free(t.Op.Obj)
	}
}
