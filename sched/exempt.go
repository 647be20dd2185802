package sched

import (
	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/hook"
	"heddle/sched/system"
)

// invisible reports whether the pending operation of t, which has no object yet, is no event. If so, the engine's part of it is done. Such an
// operation is not reversed, so it orders nothing, unless Program.RunOrdered asks what it would order.
//
//go:noinline
func invisible(r *runtime, t *thread) bool {
	if t.Op.Kind >= model.Return {
		return false // it is package testing's own
	}
	class, group := r.events.callers.Class(t.Op.Kind, 2) // invisible and its caller, a hook
	if class != caller.Exempt && class != caller.Primitive {
		return false
	}
	if class != caller.Primitive || t.Op.Kind != model.Load {
		t.await.Effect()
	}
	t.Op.Obj = r.objects.Hidden(uintptr(t.Addr))
	m := &gates[t.Op.Kind]
	if m.enabled != nil && !m.enabled(t) {
		if group == 0 {
			group = caller.All
		}
		r.doubts.Visible = caller.Join(r.doubts.Visible, group)
		return false
	}
	r.events.hidden |= group
	r.order.Off, r.order.Reads.Off = r.events.counted&group == 0, true
	if m.take != nil {
		m.take(r, t, model.Choice{})
	}
	if m.run != nil {
		m.run(r, t)
	}
	r.order.Off, r.order.Reads.Off = false, false
	if group == caller.Log && t.Op.Kind <= model.CAS && system.Unordered(r.order.Detector, t.id, uintptr(t.Addr), t.Op.Kind != model.Load) {
		r.doubts.Visible = caller.Join(r.doubts.Visible, group) // the flags and the prefix of a Logger are in what it writes
	}
	return true
}

// hookExempt reports whether its caller is exempt.
func hookExempt() bool {
	saved := hook.Cur
	hook.Cur = 0
	yes := rt.events.callers.Exempt()
	hook.Cur = saved
	return yes
}

// Doubt adds groups to Doubts.
func (p *Program) Doubt(g caller.Groups) { rt.doubts.Visible = caller.Join(rt.doubts.Visible, g) }

// RunOrdered runs the program, and exempt operations of these groups order what they order in Go.
func (p *Program) RunOrdered(choices []model.Choice, next func(*model.State) (model.Choice, bool), groups caller.Groups) model.Outcome {
	r := &rt
	r.events.counted = groups
	defer func() { r.events.counted = 0 }()
	return p.Run(choices, next)
}

// Aside calls run, which runs executions that are none of the exploration: they raise no doubt.
func (p *Program) Aside(run func()) {
	r := &rt
	doubts, holdsUp := r.doubts, r.clock.HoldsUp
	r.threads.apart = true
	defer func() { r.doubts, r.clock.HoldsUp, r.threads.apart = doubts, holdsUp, false }()
	run()
}
