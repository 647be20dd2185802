package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/chance"
	"heddle/sched/hook"
)

// A sync.Pool that is not explored returns to every goroutine only the objects that it put itself, so its operations are no events. In
// one that is explored, they are. Then Get returns the object that was put last, whoever did it, or drops it and returns none.

// hookPoolGet is Pool.Get without Pool.New.
func hookPoolGet(pool unsafe.Pointer) any {
	r := &rt
	t := r.leave()
	p := r.events.chance.Plan(chance.Item, 0, t.chance.Picks)
	if p.N == 0 {
		hook.Cur = t.g
		return t.chance.Pools.Get(pool)
	}
	visibleBlock(r, t, model.PoolGet, uintptr(pool))
	x := r.events.chance.Shared.Get(pool)
	if x != nil && pick(r, t, p.N) == 0 {
		r.order.Acquire(t.id, r.objects.Hidden(chance.Clock(x)))
	} else {
		x = nil
	}
	hook.Cur = t.g
	return x
}

// hookPoolPut is Pool.Put.
func hookPoolPut(pool unsafe.Pointer, x any) {
	r := &rt
	t := r.leave()
	if !r.events.chance.Shares() {
		t.chance.Pools.Put(pool, x)
	} else {
		visibleBlock(r, t, model.PoolPut, uintptr(pool))
		r.order.Merge(t.id, r.objects.Hidden(chance.Clock(x)))
		r.events.chance.Shared.Put(pool, x)
	}
	hook.Cur = t.g
}
