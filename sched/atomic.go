package sched

import (
	"fmt"
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
)

// In Go's memory model an atomic operation that sees the effect of another comes after it. So what reads acquires, and what writes releases.
// In between, the race detector is told of the access (see docs/algorithms.md), when the goroutine goes on: then a race has its stack.

func runLoad(r *runtime, t *thread) {
	r.order.Acquire(t.id, t.op.Obj)
	atomicAccess(r, t, t.addr, t.size, false)
}

func runStore(r *runtime, t *thread) {
	atomicAccess(r, t, t.addr, t.size, true)
	r.order.Release(t.id, t.op.Obj)
}

func runUpdate(r *runtime, t *thread) {
	r.order.Acquire(t.id, t.op.Obj)
	runStore(r, t)
}

// runCAS is a write for the race detector even if the operation is going to fail, as in Go's own. It releases only if it does not.
func runCAS(r *runtime, t *thread) {
	r.order.Acquire(t.id, t.op.Obj)
	atomicAccess(r, t, t.addr, t.size, true)
	if t.size != 4 && t.size != 8 || hook.Integer(t.where, t.size) == t.op.Arg {
		r.order.Release(t.id, t.op.Obj)
	}
}

// A sync.Map is one variable, which its methods read or write.

func takeMapRead(r *runtime, t *thread, _ model.Choice) { r.order.Acquire(t.id, t.op.Obj) }

func takeMapWrite(r *runtime, t *thread, _ model.Choice) {
	r.order.Acquire(t.id, t.op.Obj)
	r.order.Release(t.id, t.op.Obj)
}

// setExpected completes the pending operation, a CAS. Size is that of the variable, as heddleAtomic in package runtime gets it.
func (t *thread) setExpected(size uintptr) {
	t.op.Arg = hook.Integer(unsafe.Pointer(&t.op.Arg), size)
	if size != 4 && size != 8 {
		t.op.Cap = 1
	}
}

// atomicShown returns the value of the atomic variable that t has executed its operation on.
func atomicShown(t *thread) string {
	if t.size != 4 && t.size != 8 {
		return ""
	}
	return fmt.Sprint(hook.Integer(t.where, t.size))
}
