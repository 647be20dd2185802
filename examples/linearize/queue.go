// Package linearize has three kinds of containers: a correct one of each kind, and three that are wrong in a way that is hard to see and
// hard to test. Each of their methods has no race, so only its results can show what is wrong. heddle linearize finds it:
//
//	heddle linearize . -type QueueLen
package linearize

import (
	"sync"
	"sync/atomic"
)

// A Queue is correct.
type Queue struct {
	mu    sync.Mutex
	items []int
}

func (q *Queue) Push(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
}

func (q *Queue) Pop() (v int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return 0, false
	}
	v, q.items = q.items[0], q.items[1:]
	return v, true
}

func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items)
}

// A QueueLen counts an item before it is there.
type QueueLen struct {
	queue Queue
	n     atomic.Int64
}

func (q *QueueLen) Push(v int) {
	q.n.Add(1)
	q.queue.Push(v)
}

func (q *QueueLen) Pop() (v int, ok bool) {
	if v, ok = q.queue.Pop(); ok {
		q.n.Add(-1)
	}
	return v, ok
}

func (q *QueueLen) Len() int { return int(q.n.Load()) }

// A QueuePeek looks at the first item and removes it in two steps.
type QueuePeek struct {
	mu    sync.Mutex
	items []int
}

func (q *QueuePeek) Push(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
}

func (q *QueuePeek) Pop() (v int, ok bool) {
	q.mu.Lock()
	if len(q.items) == 0 {
		q.mu.Unlock()
		return 0, false
	}
	v = q.items[0]
	q.mu.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) > 0 {
		q.items = q.items[1:]
	}
	return v, true
}

// A QueueWait is one whose Pop waits. It wakes nobody for the second of two items.
type QueueWait struct {
	mu     sync.Mutex
	filled *sync.Cond
	items  []int
}

// NewQueueWait returns an empty queue.
func NewQueueWait() *QueueWait {
	q := &QueueWait{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

func (q *QueueWait) Push(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
	if len(q.items) == 1 {
		q.filled.Signal()
	}
}

func (q *QueueWait) Pop() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.filled.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v
}
