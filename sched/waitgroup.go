package sched

import (
	"sync/atomic"

	"heddle/trace"
)

// The state of a WaitGroup has its counter in the upper half.
func counter(t *thread) int32 { return int32(atomic.LoadUint64((*uint64)(t.where)) >> 32) }

func counterZero(t *thread) bool { return counter(t) == 0 }

// takeAdd looks for the misuse that Go's own race detector reports: an Add that leaves zero must be ordered with every Wait. As
// there, the Add counts as a read and the first Wait after it as a write of a word of the WaitGroup.
func takeAdd(r *runtime, t *thread, _ trace.Choice) {
	if counter(t) == 0 && t.op.Arg > 0 {
		r.access(t, uintptr(t.addr), 1, false, "WaitGroup.Add called concurrently with Wait")
		r.of(t.op.Obj).waited = false
	}
}

func takeDone(r *runtime, t *thread, _ trace.Choice) { r.merge(t, t.op.Obj) }

func takeWait(r *runtime, t *thread, _ trace.Choice) {
	r.acquire(t, t.op.Obj)
	if o := r.of(t.op.Obj); !o.waited {
		o.waited = true
		r.access(t, uintptr(t.addr), 1, true, "WaitGroup.Wait called concurrently with Add")
	}
}
