package trace

import "heddle/model"

// This file answers, under Refined, what a pending operation would depend on: it has the role of the state in which it would be
// executed. The other side are events, which have the roles that they got when they were executed.

// wakesRefined is Wakes for what the newest event e does to operation op of another thread, which was enabled before e.
func (x *Execution) wakesRefined(e *event, op int32) bool {
	o := &x.ops[op].op
	if e.barrier || o.Barrier() {
		return true
	}
	for k := e.touch; int(k) < len(x.touches); k++ {
		t := &x.touches[k]
		if o.Names(t.object) && x.relation.Conflicts(model.Finding{Status: t.before, Value: x.found[k]}.RoleOf(o, t.object), t.role) {
			return true
		}
	}
	return false
}

// apartRefined is apartOn under Refined. The events of v have the roles that they have in the execution. An operation that is none of
// the steps has that of the present state, the last step that of the state after all events of v.
func (v *Sequence) apartRefined(o model.Object, op *model.Op) bool {
	x := v.x
	last := op == &x.ops[v.last.Op].op || v.last.PartnerOp >= 0 && op == &x.ops[v.last.PartnerOp].op
	found := v.state(o)
	if last {
		found = v.end(o)
	}
	n := touch{before: found.Status, role: found.RoleOf(op, o)}
	for k := x.objects[o].last; k >= 0; k = x.touches[k].prior {
		t := &x.touches[k]
		if int(t.event) < v.N {
			return true
		}
		e := &x.events[t.event]
		if !v.to.holds(e) || v.at.holds(e) {
			continue
		}
		if x.relation.Conflicts(n.role, t.role) || last && model.Opposite(n.role, t.role) && n.follows(t, op.Cap) {
			return false
		}
		if op.Kind == model.WGDone && x.ops[e.Op].op.Kind == model.WGDone && v.overdrawn(op) {
			return false
		}
	}
	return true
}

// lastApart says whether op, which is none of the steps, is independent of operation k of the last one, where dependent says that
// they are dependent in some state.
func (v *Sequence) lastApart(k int32, op *model.Op) bool {
	last := &v.x.ops[k].op
	if last.Barrier() || op.Barrier() || !v.x.dep.Dependent(last, op) { // the latter: two Dones that fail
		return false
	}
	for i := -2; i < len(op.Cases); i++ {
		o := op.Clock
		switch {
		case i == -1:
			o = op.Obj
		case i >= 0:
			o = op.Cases[i].Obj
		}
		if o != model.NoObject && last.Names(o) && v.x.relation.Conflicts(v.state(o).RoleOf(op, o), v.end(o).RoleOf(last, o)) {
			return false
		}
	}
	return true
}

// state is that of o, which one of the steps names, after what was executed.
func (v *Sequence) state(o model.Object) model.Finding {
	s := v.x.statusBefore(o, int32(v.N))
	for i := range v.before {
		if t := &v.before[i]; t.op.Names(o) {
			s = s.After(t.op.Action(t.Choice, o))
		}
	}
	return model.Finding{Status: s, Value: v.value(o, v.at)}
}

// end is the state of o, which the last step names, after the events of v.
func (v *Sequence) end(o model.Object) model.Finding {
	return model.Finding{Status: v.x.statusAfter(o, false), Value: v.value(o, v.to)}
}

// value is that of o, an atomic variable, after the events of v in the cut: what the event on o found that comes next in the execution.
// (An operation that was executed and is none of the steps is independent of those on o, and so changed nothing.)
func (v *Sequence) value(o model.Object, c cut) (value int64) {
	x := v.x
	for k := x.objects[o].last; k >= 0 && int(x.touches[k].event) >= v.N; k = x.touches[k].prior {
		if e := &x.events[x.touches[k].event]; int(x.touches[k].event) > v.N && c.holds(e) {
			break
		}
		value = x.found[k]
	}
	return value
}
