// Package spinlock is a lock without a queue: who waits for it looks again and again.
//
// The bug: Lock looks whether the lock is free and takes it in two steps. Goroutines that see at the same time that it is free all take it.
package spinlock

import (
	"runtime"
	"sync/atomic"
)

// A Lock is a lock for mutual exclusion. The zero value is free.
type Lock struct{ held atomic.Bool }

// Lock takes the lock when it is free.
func (l *Lock) Lock() {
	for l.held.Load() {
		runtime.Gosched()
	}
	l.held.Store(true)
}

// LockAtomic is Lock without the bug: only one goroutine changes a free lock to one that is held.
func (l *Lock) LockAtomic() {
	for !l.held.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
}

// Unlock makes the lock free.
func (l *Lock) Unlock() { l.held.Store(false) }
