package sched

import (
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
		draws(r, t)
		value, decided = r.objects.Made.Number(uintptr(n), r.threads.names)
		value += r.threads.seed
	case chance.Seed:
		value, decided = chance.Reseed(n, r.clock.Now, r.threads.seed)
	case chance.Figure:
		t.await.Effect()
		r.ending.measured = r.events.chance.Measures() || r.ending.measured
	default:
		t.await.Effect()
		noted := r.events.chance.Noted
		if p := r.events.chance.Plan(s, n, t.chance.Picks); p.N > 0 {
			random := model.Mix(t.local.Seed) // as the runtime's heddleRand
			t.local.Seed = model.Mixed(t.local.Seed)
			value, decided = p.Value(pick(r, t, p.N), random), true
		}
		if r.events.chance.Noted > noted {
			draws(r, t)
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
	t.Op = model.Op{Kind: model.Pick, Obj: model.NoObject, Clock: model.NoObject, Arg: int64(n)}
	t.Addr, t.Where = nil, nil
	r.yield(t)
	r.enter(t, t.g)
	hook.Cur = 0
	return t.chosen
}

func pickAlternatives(_ *runtime, t *thread, to []model.Choice) []model.Choice {
	return chance.Alternatives(t.id, t.Op.Arg, to)
}

func takePick(_ *runtime, t *thread, c model.Choice) { t.chosen = int(c.Case) }
