package sched

import (
	"fmt"
	"sync/atomic"

	"heddle/model"
	"heddle/sched/object"
)

// counter returns the counter of a WaitGroup: the upper half of its state.
func counter(t *thread) int32 { return int32(atomic.LoadUint64((*uint64)(t.where)) >> 32) }

func counterFound(t *thread) model.Found { return model.Found{N: counter(t)} }

func counterShown(t *thread) string { return fmt.Sprint(counter(t)) }

func counterZero(t *thread) bool { return counter(t) == 0 }

// takeAdd finds the misuse that Go's own race detector reports: an Add that increments the counter from zero must be ordered with every
// Wait. Each thread has a word in the WaitGroup (object.WaitWord). A Wait counts as a write of its thread's word, such an Add as a read
// of all words. (In Go there is one word, and only the first Wait writes it. Here it does not matter which Wait is first: the order of
// two Waits is not explored.)
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
