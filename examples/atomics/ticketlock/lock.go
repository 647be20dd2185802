// Package ticketlock is a lock that serves goroutines in the order in which they came, as a shop does with numbered tickets.
//
// The bug: Lock draws a ticket in two steps. Goroutines that come at the same time may draw the same ticket.
package ticketlock

import (
	"runtime"
	"sync/atomic"
)

// A Lock is a lock for mutual exclusion. The zero value is free.
type Lock struct {
	next   atomic.Uint32 // the ticket that is drawn next
	served atomic.Uint32 // the ticket of the goroutine that may hold the lock
}

// Lock draws a ticket, and waits until it is served.
func (l *Lock) Lock() {
	ticket := l.next.Load()
	l.next.Store(ticket + 1)
	l.wait(ticket)
}

// LockAtomic is Lock without the bug: no two goroutines draw the same ticket.
func (l *Lock) LockAtomic() { l.wait(l.next.Add(1) - 1) }

func (l *Lock) wait(ticket uint32) {
	for l.served.Load() != ticket {
		runtime.Gosched()
	}
}

// Unlock serves the next ticket.
func (l *Lock) Unlock() { l.served.Add(1) }
