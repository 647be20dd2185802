// Package mcs is the lock of Mellor-Crummey and Scott: goroutines wait in a list, each looks at its own node only, and who
// unlocks hands the lock to the next one.
//
// J. M. Mellor-Crummey and M. L. Scott: Algorithms for scalable synchronization on shared-memory multiprocessors. ACM TOCS 9, 1991.
//
// The bug: Unlock takes for granted that nobody waits if no node is linked behind its own. Another goroutine may be at the end of
// the list already, and about to link its node. Then nobody ever hands it the lock.
package mcs

import (
	"runtime"
	"sync/atomic"
)

// A Lock is a lock for mutual exclusion. The zero value is free.
type Lock struct{ tail atomic.Pointer[Node] }

// A Node is a place in the list. Each goroutine that holds the lock or waits for it needs one of its own.
type Node struct {
	next  atomic.Pointer[Node]
	waits atomic.Bool
}

// Lock takes the lock when all that came before have unlocked it.
func (l *Lock) Lock(n *Node) {
	n.next.Store(nil)
	n.waits.Store(true)
	if before := l.tail.Swap(n); before != nil {
		before.next.Store(n)
		for n.waits.Load() {
			runtime.Gosched()
		}
	}
}

// Unlock hands the lock to the next goroutine, if there is one. It must have the node with which the lock was taken.
func (l *Lock) Unlock(n *Node) {
	if next := n.next.Load(); next != nil {
		next.waits.Store(false)
	} else {
		l.tail.CompareAndSwap(n, nil)
	}
}

// UnlockLinked is Unlock without the bug: if its node is not the last one, it waits until the next one is linked.
func (l *Lock) UnlockLinked(n *Node) {
	if n.next.Load() == nil && l.tail.CompareAndSwap(n, nil) {
		return
	}
	for n.next.Load() == nil {
		runtime.Gosched()
	}
	n.next.Load().waits.Store(false)
}
