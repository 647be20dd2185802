package sched

import "heddle/model"

// In Go's memory model an atomic operation that sees the effect of another comes after it. So what reads acquires, and what writes releases.
// In between, the race detector is told of the access (see docs/algorithms.md), when the goroutine goes on: then a race has its stack.

func runLoad(r *runtime, t *thread) {
	r.order.Acquire(t.id, t.Op.Obj)
	r.access(t, uintptr(t.Addr), t.Size, false, true, "")
}

func runStore(r *runtime, t *thread) {
	r.access(t, uintptr(t.Addr), t.Size, true, true, "")
	r.order.Release(t.id, t.Op.Obj)
}

func runUpdate(r *runtime, t *thread) {
	r.order.Acquire(t.id, t.Op.Obj)
	runStore(r, t)
}

// runCAS is a write for the race detector even if the operation is going to fail, as in Go's own. It releases only if it does not.
func runCAS(r *runtime, t *thread) {
	r.order.Acquire(t.id, t.Op.Obj)
	r.access(t, uintptr(t.Addr), t.Size, true, true, "")
	if t.Swaps() {
		r.order.Release(t.id, t.Op.Obj)
	}
}

// A sync.Map is one variable, which its methods read or write.

func takeMapRead(r *runtime, t *thread, _ model.Choice) { r.order.Acquire(t.id, t.Op.Obj) }

func takeMapWrite(r *runtime, t *thread, _ model.Choice) {
	r.order.Acquire(t.id, t.Op.Obj)
	r.order.Release(t.id, t.Op.Obj)
}
