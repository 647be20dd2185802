// Package order knows which operations Go's memory model orders. It tells the race detector, and counts readings of the clock.
package order

import (
	"unsafe"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// Edges are the edges of Go's memory model in one execution. An operation acquires from its object what others have released there.
// A channel's object also has one slot for each place in its buffer.
type Edges struct {
	Detector *datarace.Detector // nil when plain accesses are not watched
	Off      bool               // the operation that runs is no synchronization to the race detector
	Reads    Reads
	objects  *object.Set
	gcs      uint32 // beginnings and ends of collections so far
}

// Begin makes ready for an execution.
func (e *Edges) Begin(objects *object.Set) {
	e.objects, e.gcs = objects, hook.GCs()
	e.Reads.reset()
	if e.Detector != nil {
		e.Detector.Reset()
	}
}

// Acquire makes t come after the releases of o so far.
func (e *Edges) Acquire(t model.Thread, o model.Object) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.threads, int32(t), e.Reads.objects, e.objects.Index(o))
	}
	if e.Detector != nil && !e.Off {
		e.Detector.Acquire(t, e.synced(o))
	}
}

// Release makes those come after t that acquire from o until the next release.
func (e *Edges) Release(t model.Thread, o model.Object) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.objects, e.objects.Index(o), e.Reads.threads, int32(t))
	}
	if e.Detector != nil && !e.Off {
		e.Detector.Release(t, e.synced(o))
	}
}

// Merge is Release, but adds to the earlier releases.
func (e *Edges) Merge(t model.Thread, o model.Object) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.objects, e.objects.Index(o), e.Reads.threads, int32(t))
	}
	if e.Detector != nil && !e.Off {
		e.Detector.ReleaseMerge(t, e.synced(o))
	}
}

// synced is the race detector's name of an object, which exempt operations and others share.
func (e *Edges) synced(o model.Object) model.Object { return model.Object(e.objects.Index(o)) }

// AcquireSlot is Acquire for a slot (object.Set.Slots).
func (e *Edges) AcquireSlot(t model.Thread, slot int32) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.threads, int32(t), e.Reads.slots, slot)
	}
	if e.Detector != nil && !e.Off {
		e.Detector.AcquireSlot(t, slot)
	}
}

// ReleaseSlot is Release for a slot.
func (e *Edges) ReleaseSlot(t model.Thread, slot int32) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.slots, slot, e.Reads.threads, int32(t))
	}
	if e.Detector != nil && !e.Off {
		e.Detector.ReleaseSlot(t, slot)
	}
}

// MergeSlot is Merge for a slot.
func (e *Edges) MergeSlot(t model.Thread, slot int32) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.slots, slot, e.Reads.threads, int32(t))
	}
	if e.Detector != nil && !e.Off {
		e.Detector.ReleaseMergeSlot(t, slot)
	}
}

// Join makes t come after all that u has done.
func (e *Edges) Join(t, u model.Thread) {
	if e.Reads.any {
		e.Reads.learn(&e.Reads.threads, int32(t), e.Reads.threads, int32(u))
	}
	if e.Detector != nil {
		e.Detector.Join(t, u)
	}
}

// Start makes t come after all that its parent has done.
func (e *Edges) Start(t, parent model.Thread) {
	if e.Reads.any && parent != model.NoThread {
		e.Reads.learn(&e.Reads.threads, int32(t), e.Reads.threads, int32(parent))
	}
	if e.Detector != nil {
		e.Detector.Start(t, parent)
	}
}

// Mark begins a transition.
func (e *Edges) Mark() {
	if e.Detector != nil {
		e.Detector.Mark()
	}
}

// Stale reports whether the garbage collector has run since Collected was last called.
func (e *Edges) Stale() bool { return hook.GCs() != e.gcs }

// Collected drops what is known of addresses if the garbage collector has run in the middle of the execution, and reports whether it has:
// they may be used again.
func (e *Edges) Collected() bool {
	n := hook.GCs()
	if n == e.gcs {
		return false
	}
	e.gcs = n
	e.objects.Collected()
	if e.Detector != nil {
		e.Detector.Forget()
	}
	return true
}

// Kept says that the collection before freed nothing.
func (e *Edges) Kept() { e.gcs = hook.GCs() }

// Closing adds the edges of a close by t of the channel ch, which is o. One that panics has none.
func (e *Edges) Closing(t model.Thread, o model.Object, ch unsafe.Pointer) {
	if _, _, closed, _, _, _ := hook.ChanInfo(ch); !closed {
		e.Release(t, o)
	}
}

// PassValue adds the edges of a send by t on the buffered or closed channel ch, or of a receive from it. By Go's memory model the n-th send
// comes before the n-th receive completes, which comes before send n + capacity completes; a close comes before a receive that sees it.
func (e *Edges) PassValue(t model.Thread, ch unsafe.Pointer, send bool) {
	if e.Detector == nil && !e.Reads.any {
		return
	}
	n, size, closed, _, sendx, recvx := hook.ChanInfo(ch)
	o := e.objects.Name(uintptr(ch))
	switch {
	case !send && n == 0:
		e.Acquire(t, o)
		return
	case send && closed:
		return // it panics
	}
	slot := e.objects.Slots(o, int32(size))
	if send {
		slot += int32(sendx)
	} else {
		slot += int32(recvx)
	}
	e.AcquireSlot(t, slot)
	e.ReleaseSlot(t, slot)
}
