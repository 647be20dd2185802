package sched

import (
	"fmt"
	"sync/atomic"

	"heddle/model"
	"heddle/sched/object"
)

// The state of a WaitGroup has its counter in the upper half.
func counter(t *thread) int32 { return int32(atomic.LoadUint64((*uint64)(t.where)) >> 32) }

func counterShown(t *thread) string { return fmt.Sprint(counter(t)) }

func counterZero(t *thread) bool { return counter(t) == 0 }

// takeAdd looks for the misuse that Go's own race detector reports: an Add that leaves zero must be ordered with every Wait. Each Wait
// counts as a write of a word that its thread has in the WaitGroup, and such an Add as a read of all these words. (In Go there is one word
// and only the first of the Waits writes it. Which is the first says nothing here: the order of two Waits is not explored.)
func takeAdd(r *runtime, t *thread, _ model.Choice) {
	if counter(t) != 0 || t.op.Arg <= 0 {
		return
	}
	for _, u := range r.threads.list {
		if u != t && u.timer == nil {
			r.access(t, object.WaitWord(t.addr, u.id), 1, false, "WaitGroup.Add called concurrently with Wait")
		}
	}
}

func takeDone(r *runtime, t *thread, _ model.Choice) { r.order.Merge(t.id, t.op.Obj) }

func takeWait(r *runtime, t *thread, _ model.Choice) {
	r.order.Acquire(t.id, t.op.Obj)
	r.access(t, object.WaitWord(t.addr, t.id), 1, true, "WaitGroup.Wait called concurrently with Add")
}
