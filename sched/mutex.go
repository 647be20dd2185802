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

func takeLock(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.op.Obj)
}

func takeTryLock(r *runtime, t *thread, c model.Choice) {
	if mutexFree(t) {
		takeLock(r, t, c)
	}
}

func takeUnlock(r *runtime, t *thread, _ model.Choice) {
	free(r, t)
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
