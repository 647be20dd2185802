package sched

import (
	"heddle/model"
)

// onFile completes the pending operation of t, on a file that waits (package internal/poll, heddle.go).
func onFile(r *runtime, t *thread) {
	r.threads.files = true
	switch t.Op.Kind {
	case model.FileWrite:
		t.Op.Cap = t.Room()
	case model.FileClose:
		if with := t.ClosedWith(); t.Op.Arg == 1 {
			t.OpCases = append(t.OpCases[:0], model.Case{Obj: r.objects.Name(uintptr(with))})
			t.Op.Cases = t.OpCases
		}
	}
}

// Go's race detector orders what is written to a file before what is read later. As in Go, nothing else is: a connection does not come
// before it is accepted.

func takeFileRead(r *runtime, t *thread, _ model.Choice) {
	if t.Orders() {
		r.order.Acquire(t.id, t.Op.Obj)
	}
}

func takeFileWrite(r *runtime, t *thread, _ model.Choice) {
	if t.Orders() {
		r.order.Merge(t.id, t.Op.Obj)
	}
}
