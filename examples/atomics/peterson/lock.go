// Package peterson is Peterson's lock for two goroutines, which is made of loads and stores only.
//
// G. L. Peterson: Myths about the mutual exclusion problem. Information Processing Letters 12, 1981.
//
// The bug: Lock gives way before it says that it wants the lock. In between, the other goroutine may give way as well, and go in because
// nobody else wants the lock. Then it is the turn of the first one, which goes in, too.
package peterson

import (
	"runtime"
	"sync/atomic"
)

// A Lock is a lock for mutual exclusion of two goroutines, 0 and 1. The zero value is free.
type Lock struct {
	wants [2]atomic.Bool
	turn  atomic.Int32 // whose turn it is if both want the lock
}

// Lock takes the lock for goroutine me.
func (l *Lock) Lock(me int) {
	l.turn.Store(int32(1 - me))
	l.wants[me].Store(true)
	l.wait(me)
}

// LockPolite is Lock without the bug: it says that it wants the lock, and gives way after that.
func (l *Lock) LockPolite(me int) {
	l.wants[me].Store(true)
	l.turn.Store(int32(1 - me))
	l.wait(me)
}

// wait waits while the other goroutine wants the lock and it is its turn.
func (l *Lock) wait(me int) {
	for l.wants[1-me].Load() && l.turn.Load() != int32(me) {
		runtime.Gosched()
	}
}

// Unlock makes the lock free.
func (l *Lock) Unlock(me int) { l.wants[me].Store(false) }
