package sched

import (
	"sync/atomic"
	"unsafe"

	"heddle/model"
)

// The state of a WaitGroup has its counter in the upper half.
func counter(t *thread) int32 { return int32(atomic.LoadUint64((*uint64)(t.where)) >> 32) }

func counterZero(t *thread) bool { return counter(t) == 0 }

// takeAdd looks for the misuse that Go's own race detector reports: an Add that leaves zero must be ordered with every Wait. Each Wait
// counts as a write of a word that its thread has in the WaitGroup, and such an Add as a read of all these words. (In Go there is one word
// and only the first of the Waits writes it. Which is the first says nothing here: the order of two Waits is not explored.)
func takeAdd(r *runtime, t *thread, _ model.Choice) {
	if counter(t) != 0 || t.op.Arg <= 0 {
		return
	}
	for _, u := range r.threads {
		if u != t && u.timer == nil {
			r.access(t, waitWord(t.addr, u), 1, false, "WaitGroup.Add called concurrently with Wait")
		}
	}
}

func takeDone(r *runtime, t *thread, _ model.Choice) { r.merge(t, t.op.Obj) }

func takeWait(r *runtime, t *thread, _ model.Choice) {
	r.acquire(t, t.op.Obj)
	r.access(t, waitWord(t.addr, t), 1, true, "WaitGroup.Wait called concurrently with Add")
}

// waitWord is the address of the word of t in the WaitGroup at wg. There is no memory at such addresses.
func waitWord(wg unsafe.Pointer, t *thread) uintptr {
	return waitWords | uintptr(wg)<<waitBits | uintptr(t.id)<<3&(1<<waitBits-1)
}

const (
	waitWords = 1 << 63
	waitBits  = 12
)

// waitWordOf is the WaitGroup, and the place in it, of what waitWord returned; false if it did not return addr.
func waitWordOf(addr uintptr) (wg uintptr, place int32, ok bool) {
	return addr &^ waitWords >> waitBits, int32(addr&(1<<waitBits-1)) + 1, addr&waitWords != 0
}
