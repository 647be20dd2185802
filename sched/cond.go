package sched

import (
	"unsafe"

	"heddle/model"
)

// A waiter is a thread between the two parts of Cond.Wait.
type waiter struct {
	thread model.Thread
	woken  bool
}

// hookCond is one of the four operations on the list of a sync.Cond that the runtime keeps; here the engine keeps it.
func hookCond(kind uint8, list unsafe.Pointer) {
	r := &rt
	t := r.leave()
	t.addr = list
	t.op = model.Op{Kind: model.Kind(kind), Obj: r.objects.name(uintptr(list)), Clock: model.NoObject}
	r.yield(t)
	r.enter(t, t.g)
}

func takeCondAdd(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.of(t.op.Obj)
	o.waiters = append(o.waiters, waiter{thread: t.id})
}

func condWoken(t *thread) bool {
	for _, w := range rt.objects.of(t.op.Obj).waiters {
		if w.thread == t.id {
			return w.woken
		}
	}
	return false
}

func takeCondWait(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.of(t.op.Obj)
	for i, w := range o.waiters {
		if w.thread == t.id {
			o.waiters = append(o.waiters[:i], o.waiters[i+1:]...)
			break
		}
	}
	r.acquire(t, t.op.Obj)
}

// signalAlternatives offers every waiter that has not been woken: which of them a Signal wakes is not specified.
func signalAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	for _, w := range r.objects.of(t.op.Obj).waiters {
		if !w.woken {
			to = append(to, model.Choice{Thread: t.id, Partner: w.thread})
		}
	}
	if len(to) == 0 {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

func takeSignal(r *runtime, t *thread, c model.Choice) {
	r.merge(t, t.op.Obj)
	waiters := r.objects.of(t.op.Obj).waiters
	for i := range waiters {
		if waiters[i].thread == c.Partner {
			waiters[i].woken = true
		}
	}
}

func takeBroadcast(r *runtime, t *thread, _ model.Choice) {
	r.merge(t, t.op.Obj)
	waiters := r.objects.of(t.op.Obj).waiters
	for i := range waiters {
		waiters[i].woken = true
	}
}
