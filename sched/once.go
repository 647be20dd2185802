package sched

import "heddle/model"

// Once.Do is two operations, begin and end, around the function, which runs with the Once's mutex held (see the file added to package
// sync). The begin is enabled while the mutex is free.

func takeOnceBegin(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.Op.Obj)
}
