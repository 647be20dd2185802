package sched

import (
	"sync/atomic"

	"heddle/model"
)

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
