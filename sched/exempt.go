package sched

import (
	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/hook"
)

// invisible reports whether the pending operation of t, which has no object yet, is no event. If so, the engine's part of it is done.
func invisible(r *runtime, t *thread) bool {
	if t.op.Kind >= model.Return {
		return false // it is package testing's own
	}
	class := r.events.callers.Class(t.op.Kind)
	if class != caller.Exempt && class != caller.Primitive {
		return false
	}
	t.op.Obj = r.objects.Hidden(uintptr(t.addr))
	m := &gates[t.op.Kind]
	if m.enabled != nil && !m.enabled(t) {
		r.doubts.Visible = true
		return false
	}
	r.order.Reads.Off = true
	if m.take != nil {
		m.take(r, t, model.Choice{})
	}
	r.order.Reads.Off = false
	if m.run != nil {
		m.run(r, t)
	}
	return true
}

// exempt reports whether the hook that runs was called from an exempt package.
func exempt(r *runtime) bool { return r.events.callers.Class(model.Now) == caller.Exempt }

// hookExempt reports whether its caller is exempt. sync.Once calls it, and runs Go's own code for exempt callers.
func hookExempt() bool {
	saved := hook.Cur
	hook.Cur = 0
	yes := exempt(&rt)
	hook.Cur = saved
	return yes
}
