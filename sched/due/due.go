// Package due orders the finalizers and cleanups that a collection has found to be due.
package due

import (
	"slices"

	"heddle/model"
	"heddle/sched/hook"
)

// Address is that of what stands for the moments at which something became due. No object has it.
const Address = 3

// A Queue is the finalizers that are due and have not begun, in their order.
type Queue struct{ list []*hook.Due }

// Add adds the finalizers among those that are due, newest first, and returns the first of them, nil for none, and the cleanups.
//
// Go promises no order among them. This one is the same in all executions of a trace: they are ordered by the threads that registered them,
// and then by time.
func (q *Queue) Add(due *hook.Due, names *model.Names) (first *hook.Due, cleanups []*hook.Due) {
	older := func(a, b *hook.Due) int {
		switch {
		case a.Thread == b.Thread:
			return int(a.N - b.N)
		case names.Before(model.Thread(a.Thread), model.Thread(b.Thread)):
			return -1
		}
		return 1
	}
	before := len(q.list)
	for d := due; d != nil; d, d.Next = d.Next, nil {
		if d.Cleanup {
			cleanups = append(cleanups, d)
		} else {
			q.list = append(q.list, d)
		}
	}
	slices.SortFunc(cleanups, older)
	finalizers := q.list[before:]
	slices.SortFunc(finalizers, func(a, b *hook.Due) int { return older(b, a) })
	if len(finalizers) > 0 {
		first = finalizers[0]
	}
	return first, cleanups
}

// Next takes the first finalizer from q; nil if there is none.
func (q *Queue) Next() *hook.Due {
	if len(q.list) == 0 {
		return nil
	}
	d := q.list[0]
	q.list = slices.Delete(q.list, 0, 1)
	return d
}
