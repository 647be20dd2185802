package sched

import (
	"fmt"
	"unsafe"

	"heddle/model"
)

// Atomic operations are gates. In Go's memory model an atomic operation that sees the effect of another comes after it. A sync.Map
// is one variable, which its methods read or write in the same way.

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

// setExpected completes the pending operation, a CAS. Size is that of the variable, as heddleAtomic in package runtime gets it.
func (t *thread) setExpected(size uintptr) {
	t.op.Arg = word(unsafe.Pointer(&t.op.Arg), size)
	if size != 4 && size != 8 {
		t.op.Cap = 1
	}
}

// atomicShown returns the value of the atomic variable that t has executed its operation on.
func atomicShown(t *thread) string {
	if t.size != 4 && t.size != 8 {
		return ""
	}
	return fmt.Sprint(word(t.where, t.size))
}
