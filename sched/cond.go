package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/object"
)

// hookCond is one of the four operations on the list of a sync.Cond. Package runtime keeps that list; for managed goroutines the engine
// does.
func hookCond(kind uint8, list unsafe.Pointer) {
	r := &rt
	t := r.leave()
	t.addr = list
	t.op = model.Op{Kind: model.Kind(kind), Obj: r.objects.Name(uintptr(list)), Clock: model.NoObject}
	r.yield(t)
	r.enter(t, t.g)
}

func takeCondAdd(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.Of(t.op.Obj)
	o.Waiters = append(o.Waiters, object.Waiter{Thread: t.id})
}

func condWoken(t *thread) bool {
	w := rt.objects.Of(t.op.Obj).Waiter(t.id)
	return w != nil && w.Woken
}

func takeCondWait(r *runtime, t *thread, _ model.Choice) {
	r.objects.Of(t.op.Obj).Leave(t.id)
	r.order.Acquire(t.id, t.op.Obj)
}

// signalAlternatives offers every waiter that has not been woken: sync.Cond does not specify which of them a Signal wakes.
func signalAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	for _, w := range r.objects.Of(t.op.Obj).Waiters {
		if !w.Woken {
			to = append(to, model.Choice{Thread: t.id, Partner: w.Thread})
		}
	}
	if len(to) == 0 {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

func takeSignal(r *runtime, t *thread, c model.Choice) {
	r.order.Merge(t.id, t.op.Obj)
	if w := r.objects.Of(t.op.Obj).Waiter(c.Partner); w != nil {
		w.Woken = true
	}
}

func takeBroadcast(r *runtime, t *thread, _ model.Choice) {
	r.order.Merge(t.id, t.op.Obj)
	waiters := r.objects.Of(t.op.Obj).Waiters
	for i := range waiters {
		waiters[i].Woken = true
	}
}
