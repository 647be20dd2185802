// Package chaselev is the work-stealing deque of Chase and Lev: its owner adds and removes tasks at the bottom, and thieves steal
// them at the top. This one does not grow.
//
// D. Chase and Y. Lev: Dynamic circular work-stealing deque. SPAA 2005.
//
// The bug: Pop takes a task because it has seen that there is one. If it is the last one, a thief may steal it at the same time.
package chaselev

import "sync/atomic"

// A Deque is a list of tasks, at most four. The zero value is empty.
type Deque[T any] struct {
	top, bottom atomic.Int64 // the tasks are those from top to before bottom
	tasks       [4]atomic.Pointer[T]
}

// at returns the place of task i.
func (d *Deque[T]) at(i int64) *atomic.Pointer[T] { return &d.tasks[i%int64(len(d.tasks))] }

// Push adds a task. It returns false if there is no room. Only the owner may call it.
func (d *Deque[T]) Push(task *T) bool {
	bottom := d.bottom.Load()
	if bottom-d.top.Load() == int64(len(d.tasks)) {
		return false
	}
	d.at(bottom).Store(task)
	d.bottom.Store(bottom + 1)
	return true
}

// Pop removes and returns the newest task, nil if there is none. Only the owner may call it.
func (d *Deque[T]) Pop() *T {
	bottom := d.bottom.Add(-1) // from now on thieves leave the newest task alone
	if d.top.Load() > bottom {
		d.bottom.Store(bottom + 1)
		return nil
	}
	return d.at(bottom).Load()
}

// PopLast is Pop without the bug: it competes with the thieves for the last task.
func (d *Deque[T]) PopLast() *T {
	bottom := d.bottom.Add(-1)
	top := d.top.Load()
	if top < bottom {
		return d.at(bottom).Load()
	}
	defer d.bottom.Store(bottom + 1)
	if top == bottom && d.top.CompareAndSwap(top, top+1) {
		return d.at(bottom).Load()
	}
	return nil
}

// Steal removes and returns the oldest task, nil if there is none, or if somebody else takes it.
func (d *Deque[T]) Steal() *T {
	top := d.top.Load()
	if top >= d.bottom.Load() {
		return nil
	}
	task := d.at(top).Load()
	if !d.top.CompareAndSwap(top, top+1) {
		return nil
	}
	return task
}
