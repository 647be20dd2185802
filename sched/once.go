package sched

import (
	"sync/atomic"

	"heddle/model"
)

// Once.Do is two operations, begin and end, around the function, which runs with the Once's mutex held (see the file added to package
// sync). The begin is enabled while the mutex is free.

func onceFound(t *thread) model.Found {
	return model.Found{Taken: mutexHeld(t), Closed: atomic.LoadUint32((*uint32)(t.addr)) != 0} // Once begins with done
}

func takeOnceBegin(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.op.Obj)
}

func takeOnceEnd(r *runtime, t *thread, _ model.Choice) {
	free(r, t)
	r.order.Release(t.id, t.op.Obj)
}
