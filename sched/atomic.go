package sched

import (
	"fmt"
	"unsafe"

	"heddle/model"
)

// Atomic operations are gates. Under Go's memory model one that sees the effect of another comes after it. The methods of
// sync.Map are read or written likewise, as one variable.

func takeLoad(r *runtime, t *thread, _ model.Choice) { r.order.Acquire(t.id, t.op.Obj) }

func takeStore(r *runtime, t *thread, _ model.Choice) { r.order.Release(t.id, t.op.Obj) }

func takeUpdate(r *runtime, t *thread, _ model.Choice) {
	r.order.Acquire(t.id, t.op.Obj)
	r.order.Release(t.id, t.op.Obj)
}

func takeCAS(r *runtime, t *thread, _ model.Choice) {
	r.order.Acquire(t.id, t.op.Obj)
	if t.size != 4 && t.size != 8 || word(t.where, t.size) == t.op.Arg {
		r.order.Release(t.id, t.op.Obj)
	}
}

// setExpected completes the operation of a CAS of a variable of that size, as heddleAtomic takes it.
func (t *thread) setExpected(size uintptr) {
	t.op.Arg = word(unsafe.Pointer(&t.op.Arg), size)
	if size != 4 && size != 8 {
		t.op.Cap = 1
	}
}

// atomicShown is the value of the atomic variable that t has acted on.
func atomicShown(t *thread) string {
	if t.size != 4 && t.size != 8 {
		return ""
	}
	return fmt.Sprint(word(t.where, t.size))
}
