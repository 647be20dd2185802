package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/system"
)

// hookStep is the hook of every operation that needs only its object. One is a method of sync.Map, which reads or writes the map: the locks
// and atomic operations inside it are no events (package caller).
func hookStep(kind uint8, addr, where unsafe.Pointer, arg int64, size uintptr) {
	r := &rt
	t := r.leave()
	t.addr, t.where, t.size = addr, where, size&0xff
	t.op = model.Op{Kind: model.Kind(kind), Clock: model.NoObject, Arg: arg}
	switch t.op.Kind {
	case model.CAS:
		t.setExpected(size)
	case model.Return:
		t.op.Clock = object.Clock
	}
	if invisible(r, t) {
		hook.Cur = t.g
		return
	}
	o, first := r.objects.Meet(uintptr(addr))
	t.op.Obj = o
	if first {
		noteFound(r, t)
	}
	r.yield(t)
	if run := gates[t.op.Kind].run; run != nil {
		run(r, t)
	}
	r.enter(t, t.g)
}

// Some objects exist before an execution begins: those of package-level variables, and those that the standard library shares (the closed
// channel of contexts that were cancelled before Done was called). No event brought them into their state, so algorithms are told it.

// noteFound reads the object that the pending operation of t has just named.
func noteFound(r *runtime, t *thread) {
	if found := gates[t.op.Kind].found; found != nil {
		f := found(t)
		f.Obj = t.op.Obj
		keepFound(r, f)
	}
}

// keepFound tells the algorithm of f, unless the object is as if new.
func keepFound(r *runtime, f model.Found) {
	if f.N != 0 || f.Taken || f.Closed {
		r.algorithm.state.Found = append(r.algorithm.state.Found, f)
	}
}

// invisible reports whether the pending operation of t, which has no object yet, is no event. If so, the engine's part of it is done. Such an
// operation is not reversed, so it orders nothing, unless Program.RunOrdered asks what it would order.
func invisible(r *runtime, t *thread) bool {
	if t.op.Kind >= model.Return {
		return false // it is package testing's own
	}
	class, group := r.events.callers.Class(t.op.Kind)
	if class != caller.Exempt && class != caller.Primitive {
		return false
	}
	t.op.Obj = r.objects.Hidden(uintptr(t.addr))
	m := &gates[t.op.Kind]
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
	if group == caller.Log && t.op.Kind <= model.CAS && system.Unordered(r.order.Detector, t.id, uintptr(t.addr), t.op.Kind != model.Load) {
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

// RunOrdered runs the program once along choices, and exempt operations of these groups order what they order in Go.
func (p *Program) RunOrdered(choices []model.Choice, groups caller.Groups) {
	r := &rt
	r.events.counted = groups
	defer func() { r.events.counted = 0 }()
	p.Run(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
}
