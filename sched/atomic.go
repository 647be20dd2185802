package sched

import (
	"unsafe"

	"heddle/trace"
)

// Atomic operations are gates. Under Go's memory model one that sees the effect of another comes after it. The methods of
// sync.Map are read or written likewise, as one variable.

func takeLoad(r *runtime, t *thread, _ trace.Choice) { r.acquire(t, t.op.Obj) }

func takeStore(r *runtime, t *thread, _ trace.Choice) { r.release(t, t.op.Obj) }

func takeUpdate(r *runtime, t *thread, _ trace.Choice) {
	r.acquire(t, t.op.Obj)
	r.release(t, t.op.Obj)
}

func takeCAS(r *runtime, t *thread, _ trace.Choice) {
	r.acquire(t, t.op.Obj)
	if t.size != 4 && t.size != 8 || word(t.where, t.size) == word(unsafe.Pointer(&t.op.Arg), t.size) {
		r.release(t, t.op.Obj)
	}
}

// word reads an integer of 4 or 8 bytes.
func word(p unsafe.Pointer, size uintptr) int64 {
	if size == 4 {
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}
