package sched

import (
	"heddle/model"
	"heddle/sched/await"
	"heddle/sched/failure"
	"heddle/sched/state"
)

// polls finds the loops that poll. It is the await.Machine.
type polls struct{ await.Set }

// Local implements await.Machine.
func (*polls) Local(a *await.Thread) *state.Local {
	t := rt.threads.byID[a.ID]
	rt.memory.local(t)
	return &t.memory
}

// Whole implements await.Machine.
func (*polls) Whole() (hash model.Hash, known bool) {
	hash, known = rt.memory.Global(), rt.config.States != nil
	for _, t := range rt.threads.list {
		if t.state == pending && t.timer == nil {
			hash, known = hash.Plus(t.memory.Hash().Then(uint64(t.id))), known && t.memory.Known
		}
	}
	return hash, known
}

// Nap implements await.Machine.
func (*polls) Nap(a *await.Thread, ns int64) {
	t := rt.threads.byID[a.ID]
	rt.memory.local(t)
	saved := t.Operation
	a.Naps = true
	sleep(&rt, t, ns)
	a.Naps = false
	t.Operation, t.state = saved, pending
}

// Stuck implements await.Machine.
func (*polls) Stuck(a *await.Thread) bool {
	t := rt.threads.byID[a.ID]
	return t.state == pending && len(rt.alternatives(t, t.Alts[:0])) == 0
}

// tooLong reports whether the execution is cut short because it may never end, or does not.
func tooLong(r *runtime) bool {
	p := &r.threads.polls
	switch most := r.config.MaxSteps; {
	case p.Cycle == nil && !p.Endless && (most == 0 || r.prefix.Taken < most):
		return false
	case p.Stopped():
		p.Endless = false
		r.fail(failure.Deadlock(r.threads.blocked(), false))
	case p.Cycle != nil:
		r.fail(failure.Cycle(p.Cycle.ID, r.threads.blocked()))
	case p.Endless:
		r.fail(failure.Endless())
	default:
		r.fail(failure.Steps(most))
		p.Endless = true
	}
	if p.Endless && r.doubts.Turn == 0 {
		r.doubts.Polls, r.doubts.Turn, r.doubts.Rests = true, await.Turn, await.Rests
	}
	r.ending.CutShort = true
	return true
}
