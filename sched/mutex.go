package sched

import (
	"sync/atomic"

	"heddle/model"
)

// The state of a mutex is the first word of internal/sync.Mutex. Its lowest bit says that the mutex is held. A Once has a mutex as well.

// mutexHeld reports whether the mutex of the pending operation is held.
func mutexHeld(t *thread) bool { return atomic.LoadInt32((*int32)(t.where))&1 != 0 }

func mutexFree(t *thread) bool { return !mutexHeld(t) }

func mutexFound(t *thread) model.Found { return model.Found{Taken: mutexHeld(t)} }

// Go's own code changes the state by atomic operations. So copying a mutex that is in use is a race.

func runLock(r *runtime, t *thread) {
	hold(r, t)
	r.order.Acquire(t.id, t.op.Obj)
	atomicAccess(r, t, t.where, 4, true)
}

func runTryLock(r *runtime, t *thread) {
	if mutexFree(t) {
		runLock(r, t)
	}
}

func runUnlock(r *runtime, t *thread) {
	free(r, t)
	atomicAccess(r, t, t.where, 4, true)
	r.order.Release(t.id, t.op.Obj)
}

// hold notes that t takes the lock that its operation is on.
func hold(r *runtime, t *thread) {
	if r.recorder != nil {
		r.recorder.Hold(t.op.Obj, t.id, t.trail.At)
	}
}

// free notes that t releases the lock that its operation is on.
func free(r *runtime, t *thread) {
	if r.recorder != nil {
		r.recorder.Free(t.op.Obj)
	}
}
