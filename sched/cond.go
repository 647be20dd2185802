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
	for _, w := range rt.objects.Of(t.op.Obj).Waiters {
		if w.Thread == t.id {
			return w.Woken
		}
	}
	return false
}

func takeCondWait(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.Of(t.op.Obj)
	for i, w := range o.Waiters {
		if w.Thread == t.id {
			o.Waiters = append(o.Waiters[:i], o.Waiters[i+1:]...)
			break
		}
	}
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
	waiters := r.objects.Of(t.op.Obj).Waiters
	for i := range waiters {
		if waiters[i].Thread == c.Partner {
			waiters[i].Woken = true
		}
	}
}

func takeBroadcast(r *runtime, t *thread, _ model.Choice) {
	r.order.Merge(t.id, t.op.Obj)
	waiters := r.objects.Of(t.op.Obj).Waiters
	for i := range waiters {
		waiters[i].Woken = true
	}
}
