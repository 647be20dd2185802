package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// hookCond is one of the four operations on the list of a sync.Cond. Package runtime keeps that list; for managed goroutines the engine
// does.
func hookCond(kind uint8, list unsafe.Pointer) {
	r := &rt
	t := r.leave()
	t.Addr = list
	t.Op = model.Op{Kind: model.Kind(kind), Obj: r.objects.Name(uintptr(list)), Clock: model.NoObject}
	r.yield(t)
	r.enter(t, t.g)
}

func takeCondAdd(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.Of(t.Op.Obj)
	o.Waiters = append(o.Waiters, object.Waiter{Thread: t.id})
}

func condWoken(t *thread) bool {
	w := rt.objects.Of(t.Op.Obj).Waiter(t.id)
	return w != nil && w.Woken
}

func takeCondWait(r *runtime, t *thread, _ model.Choice) {
	r.objects.Of(t.Op.Obj).Leave(t.id)
	r.order.Acquire(t.id, t.Op.Obj)
}

// signalAlternatives offers every waiter that has not been woken: sync.Cond does not specify which of them a Signal wakes.
func signalAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	return r.objects.Of(t.Op.Obj).Signals(t.id, to)
}

func takeSignal(r *runtime, t *thread, c model.Choice) {
	r.order.Merge(t.id, t.Op.Obj)
	if c.Partner != model.NoThread {
		wake(r, t, r.threads.byID[c.Partner])
		r.objects.Of(t.Op.Obj).Wake(c.Partner)
	}
}

// wake checks what Go's own code checks of t, which wakes u.
func wake(r *runtime, t, u *thread) {
	if u.bubble != nil && u.bubble != t.bubble {
		hook.Fatal("semaphore wake of synctest goroutine from outside bubble")
	}
}

func takeBroadcast(r *runtime, t *thread, _ model.Choice) {
	r.order.Merge(t.id, t.Op.Obj)
	o := r.objects.Of(t.Op.Obj)
	for _, w := range o.Waiters {
		if !w.Woken {
			wake(r, t, r.threads.byID[w.Thread])
		}
	}
	o.Wake(model.NoThread)
}
