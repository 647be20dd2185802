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

// Once.Do is two operations, begin and end, around the function, which runs with the Once's mutex held (see the file added to package
// sync). The begin is enabled while the mutex is free.

func onceFound(t *thread) model.Found {
	return model.Found{Taken: mutexHeld(t), Closed: atomic.LoadUint32((*uint32)(t.addr)) != 0} // Once begins with done
}

func takeOnceBegin(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.op.Obj)
}

func takeOnceEnd(r *runtime, t *thread, _ model.Choice) {
	free(r, t)
	r.order.Release(t.id, t.op.Obj)
}

// maxReaders is sync.rwmutexMaxReaders. The state of an RWMutex is its readerCount: the number of readers, minus maxReaders when a writer
// has announced itself.
const maxReaders = 1 << 30

func readerCount(t *thread) int32 { return atomic.LoadInt32((*int32)(t.where)) }

func readersFound(t *thread) model.Found {
	n := readerCount(t)
	if n < 0 {
		return model.Found{N: n + maxReaders, Taken: true}
	}
	return model.Found{N: n}
}

// noWriter reports whether no writer has announced itself.
func noWriter(t *thread) bool { return readerCount(t) >= 0 }

// noReader reports whether no reader is left that the writer, which has announced itself, must wait for.
func noReader(t *thread) bool { return readerCount(t) == -maxReaders }

func takeWriter(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.op.Obj)
	r.order.AcquireSlot(t.id, readersSlot(r, t.op.Obj))
}

func takeTryWriter(r *runtime, t *thread, c model.Choice) {
	if readerCount(t) == 0 {
		takeWriter(r, t, c)
	}
}

func takeWriterUnlock(r *runtime, t *thread, _ model.Choice) {
	free(r, t)
	r.order.Release(t.id, t.op.Obj)
}

func takeReader(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.Of(t.op.Obj)
	o.Holders = append(o.Holders, t.id)
	r.order.Acquire(t.id, t.op.Obj)
}

func takeTryReader(r *runtime, t *thread, c model.Choice) {
	if noWriter(t) {
		takeReader(r, t, c)
	}
}

func takeReaderUnlock(r *runtime, t *thread, _ model.Choice) {
	r.doubts.Whole = !r.objects.Of(t.op.Obj).Free(t.id) || r.doubts.Whole
	r.order.MergeSlot(t.id, readersSlot(r, t.op.Obj))
}

// readersSlot returns the slot to which readers release. Writers acquire from it, readers do not.
func readersSlot(r *runtime, o model.Object) int32 { return r.objects.Slots(o, 1) }
