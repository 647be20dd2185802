package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/hook"
)

// invisible reports whether the operation is no event. If so, the engine's part of it is done.
func invisible(r *runtime, t *thread, kind model.Kind, addr, where unsafe.Pointer, arg int64) bool {
	class := r.events.callers.Class(kind)
	if class != caller.Exempt && class != caller.Primitive {
		return false
	}
	t.addr, t.where = addr, where
	t.op = model.Op{Kind: kind, Obj: r.objects.Hidden(uintptr(addr)), Clock: model.NoObject, Arg: arg}
	m := &gates[kind]
	if m.enabled != nil && !m.enabled(t) {
		r.doubts.contended = true
		return false
	}
	if m.take != nil {
		m.take(r, t, model.Choice{})
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
