package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/chance"
	"heddle/sched/hook"
)

// hookChance is a use of chance: see package chance. It returns what is decided; false if the caller decides as always.
func hookChance(source uint8, n uint64) (value uint64, decided bool) {
	r := &rt
	t := r.leave()
	switch s := chance.Source(source); s {
	case chance.Object:
		value, decided = r.objects.Made.Number(uintptr(n), r.threads.names)
		value += r.threads.seed
	case chance.Seed:
		value, decided = chance.Reseed(n, r.clock.Now, r.threads.seed)
	default:
		if p := r.events.chance.Plan(s, n, t.chance.Picks); p.N > 0 {
			random := model.Mix(t.local.Seed) // as the runtime's heddleRand
			t.local.Seed = model.Mixed(t.local.Seed)
			value, decided = p.Value(pick(r, t, p.N), random), true
		}
	}
	hook.Cur = t.g
	return value, decided
}

// pick is a choice of one of n alternatives.
func pick(r *runtime, t *thread, n int) int {
	if n == 1 {
		return 0
	}
	t.chance.Picks++
	t.op = model.Op{Kind: model.Pick, Obj: model.NoObject, Clock: model.NoObject, Arg: int64(n)}
	t.addr, t.where = nil, nil
	r.yield(t)
	r.enter(t, t.g)
	hook.Cur = 0
	return t.chosen
}

func pickAlternatives(_ *runtime, t *thread, to []model.Choice) []model.Choice {
	return chance.Alternatives(t.id, t.op.Arg, to)
}

func takePick(_ *runtime, t *thread, c model.Choice) { t.chosen = int(c.Case) }

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
