package sched

import "heddle/model"

// A Once is begun while its mutex is free: the function runs with the mutex held (see the file added to package sync).

func takeOnceBegin(r *runtime, t *thread, _ model.Choice) {
	r.hold(t)
	r.acquire(t, t.op.Obj)
}

func takeOnceEnd(r *runtime, t *thread, _ model.Choice) {
	r.free(t)
	r.release(t, t.op.Obj)
}
