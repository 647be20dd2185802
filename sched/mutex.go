package sched

import (
	"sync/atomic"

	"heddle/model"
)

// A mutex's state is the first word of internal/sync.Mutex, whose lowest bit says that it is held. Once uses one as well.

// mutexHeld reports whether the mutex of the pending operation is held.
func mutexHeld(t *thread) bool { return atomic.LoadInt32((*int32)(t.where))&1 != 0 }

func mutexFree(t *thread) bool { return !mutexHeld(t) }

func takeLock(r *runtime, t *thread, _ model.Choice) {
	r.hold(t)
	r.acquire(t, t.op.Obj)
}

func takeTryLock(r *runtime, t *thread, c model.Choice) {
	if mutexFree(t) {
		takeLock(r, t, c)
	}
}

func takeUnlock(r *runtime, t *thread, _ model.Choice) {
	r.free(t)
	r.release(t, t.op.Obj)
}

// hold notes that t holds the lock that its pending operation is about.
func (r *runtime) hold(t *thread) {
	if r.recorder != nil {
		r.recorder.Hold(t.op.Obj, t.id, t.trail.At)
	}
}

// free notes that nobody holds it any more.
func (r *runtime) free(t *thread) {
	if r.recorder != nil {
		r.recorder.Free(t.op.Obj)
	}
}

// acquire, release, update and merge are the edges of Go's memory model, which the race detector follows.

func (r *runtime) acquire(t *thread, o model.Object) {
	if r.races != nil {
		r.races.Acquire(t.id, r.synced(o))
	}
}

func (r *runtime) release(t *thread, o model.Object) {
	if r.races != nil {
		r.races.Release(t.id, r.synced(o))
	}
}

func (r *runtime) merge(t *thread, o model.Object) {
	if r.races != nil {
		r.races.ReleaseMerge(t.id, r.synced(o))
	}
}

// synced is the race detector's name of an object, which exempt operations and others share.
func (r *runtime) synced(o model.Object) model.Object { return model.Object(r.objects.Index(o)) }
