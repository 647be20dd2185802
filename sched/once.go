package sched

import "heddle/model"

// A Once is begun while its mutex is free: the function runs with the mutex held (see the file added to package sync).

func takeOnceBegin(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.op.Obj)
}

func takeOnceEnd(r *runtime, t *thread, _ model.Choice) {
	free(r, t)
	r.order.Release(t.id, t.op.Obj)
}
