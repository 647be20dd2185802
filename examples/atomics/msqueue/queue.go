// Package msqueue is the queue of Michael and Scott: a list with two ends, each of which is changed by compare-and-swap.
//
// M. M. Michael and M. L. Scott: Simple, fast, and practical non-blocking and blocking concurrent queue algorithms. PODC 1996.
//
// The bug: Put makes its node the tail before it links it to the list. What others put behind it meanwhile cannot be
// reached yet: to them, the queue is empty although they have just put something in.
package msqueue

import "sync/atomic"

// A Queue is a first-in first-out list. Make it with New.
type Queue[T any] struct {
	head atomic.Pointer[node[T]] // the last node that was taken out
	tail atomic.Pointer[node[T]] // the last node, or one before it
}

type node[T any] struct {
	value T
	next  atomic.Pointer[node[T]]
}

// New returns an empty queue.
func New[T any]() *Queue[T] {
	q, n := new(Queue[T]), new(node[T])
	q.head.Store(n)
	q.tail.Store(n)
	return q
}

// Put adds a value.
func (q *Queue[T]) Put(v T) {
	n := &node[T]{value: v}
	q.tail.Swap(n).next.Store(n)
}

// PutLinked is Put without the bug: it links its node to the last one, and makes it the tail after that. If it finds a node that is
// linked and not yet the tail, it does that for the other goroutine.
func (q *Queue[T]) PutLinked(v T) {
	n := &node[T]{value: v}
	for {
		tail := q.tail.Load()
		if next := tail.next.Load(); next != nil {
			q.tail.CompareAndSwap(tail, next)
		} else if tail.next.CompareAndSwap(nil, n) {
			q.tail.CompareAndSwap(tail, n)
			return
		}
	}
}

// Get removes and returns the oldest value. It returns false if the queue is empty.
func (q *Queue[T]) Get() (v T, ok bool) {
	for {
		head, tail := q.head.Load(), q.tail.Load()
		next := head.next.Load()
		switch {
		case next == nil:
			return v, false
		case head == tail:
			q.tail.CompareAndSwap(tail, next) // the head must not overtake the tail
		case q.head.CompareAndSwap(head, next):
			return next.value, true
		}
	}
}
