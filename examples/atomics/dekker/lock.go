// Package dekker is Dekker's lock for two goroutines, the first that was made of loads and stores only.
//
// E. W. Dijkstra: Cooperating sequential processes, 1965, has it, and how it came about.
//
// The bug: in Lock nobody steps back. If both goroutines say at the same time that they want the lock, each waits for the other for ever.
package dekker

import (
	"runtime"
	"sync/atomic"
)

// A Lock is a lock for mutual exclusion of two goroutines, 0 and 1. The zero value is free.
type Lock struct {
	wants [2]atomic.Bool
	turn  atomic.Int32 // who need not step back if both want the lock
}

// Lock takes the lock for goroutine me.
func (l *Lock) Lock(me int) {
	l.wants[me].Store(true)
	for l.wants[1-me].Load() {
		runtime.Gosched()
	}
}

// LockTurn is Lock without the bug: who is not in turn steps back until it is.
func (l *Lock) LockTurn(me int) {
	l.wants[me].Store(true)
	for l.wants[1-me].Load() {
		if l.turn.Load() == int32(me) {
			continue
		}
		l.wants[me].Store(false)
		for l.turn.Load() != int32(me) {
			runtime.Gosched()
		}
		l.wants[me].Store(true)
	}
}

// Unlock makes the lock free, and lets the other goroutine be first the next time.
func (l *Lock) Unlock(me int) {
	l.turn.Store(int32(1 - me))
	l.wants[me].Store(false)
}
