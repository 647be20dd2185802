package sched

import (
	"heddle/model"
	"heddle/sched/object"
)

// takeAdd finds the misuse that Go's own race detector reports: an Add that increments the counter from zero must be ordered with every
// Wait. Each thread has a word in the WaitGroup (object.WaitWord). A Wait counts as a write of its thread's word, such an Add as a read
// of all words. (In Go there is one word, and only the first Wait writes it. Here it does not matter which Wait is first: the order of
// two Waits is not explored.)
func takeAdd(r *runtime, t *thread, _ model.Choice) {
	if t.bubble != nil {
		t.bubble.Adds(t.Addr)
	}
	if t.Op.Arg <= 0 {
		return
	}
	if r.config.Balanced && r.order.Detector != nil {
		counted(r, r.order.Detector.Probe(t.id, object.CountWord(t.Addr), false))
	}
	if t.Counter() != 0 {
		return
	}
	for _, u := range r.threads.list {
		if u != t && u.timer == nil {
			r.access(t, object.WaitWord(t.Addr, u.id), 1, false, false, "WaitGroup.Add called concurrently with Wait")
		}
	}
}

func takeDone(r *runtime, t *thread, _ model.Choice) { r.order.Merge(t.id, t.Op.Obj) }

func takeWait(r *runtime, t *thread, _ model.Choice) {
	r.order.Acquire(t.id, t.Op.Obj)
	r.access(t, object.WaitWord(t.Addr, t.id), 1, true, false, "WaitGroup.Wait called concurrently with Add")
	if r.config.Balanced && r.order.Detector != nil {
		counted(r, r.order.Detector.ProbeAtomic(t.id, object.CountWord(t.Addr), true))
	}
}

// counted is called, if the Adds and the Dones of a WaitGroup are in no order, with each Add and each Wait. In another order of Adds and Dones
// another Add may increment the counter from zero. That makes a difference if it is unordered with a Wait. All Adds count as reads of one word, and all
// Waits as atomic writes: neither races with its like.
func counted(r *runtime, unordered bool) { r.doubts.Counts = r.doubts.Counts || unordered }
