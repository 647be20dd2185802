package sched

import (
	"heddle/model"
)

// onFile completes the pending operation of t, on a file that waits (package internal/poll, heddle.go).
func onFile(r *runtime, t *thread) {
	r.threads.files = true
	room, other := t.Directions()
	switch {
	case t.Op.Kind == model.FileWrite:
		t.Op.Cap = room
	case t.Op.Kind == model.FileClose && t.Op.Arg == 1:
		t.OpCases = append(t.OpCases[:0], model.Case{Obj: r.objects.Name(uintptr(other))})
		t.Op.Cases = t.OpCases
	}
}

// Go's race detector orders what is written to a file before what is read later, and operations on one descriptor: both are of one end of the
// file. As in Go, nothing else is ordered: a connection does not come before it is accepted.

func takeFileRead(r *runtime, t *thread, _ model.Choice) {
	if t.Orders() {
		r.order.Acquire(t.id, t.Op.Obj)
	}
	atEnd(r, t, t.Op.Obj, 0)
}

func takeFileWrite(r *runtime, t *thread, _ model.Choice) {
	if t.Sends() { // the descriptor is not that of the socket that gets it
		return
	}
	if t.Orders() {
		r.order.Merge(t.id, t.Op.Obj)
	}
	atEnd(r, t, t.Op.Obj, 1)
}

func takeFileClose(r *runtime, t *thread, _ model.Choice) {
	atEnd(r, t, t.Op.Obj, 1)
	for i := range t.Op.Cases {
		atEnd(r, t, t.Op.Cases[i].Obj, 0)
	}
}

func takeFileReaders(r *runtime, t *thread, _ model.Choice) { atEnd(r, t, t.Op.Obj, 0) }

func takeFileWriters(r *runtime, t *thread, _ model.Choice) { atEnd(r, t, t.Op.Obj, 1) }

// atEnd orders the operation of t with the others at one end of o: 0 is the end that is read from. They depend on one another.
func atEnd(r *runtime, t *thread, o model.Object, end int32) {
	slot := r.objects.Slots(o, 2) + end
	r.order.AcquireSlot(t.id, slot)
	r.order.ReleaseSlot(t.id, slot)
}
