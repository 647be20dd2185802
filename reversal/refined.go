package reversal

import (
	"heddle/model"
	"heddle/trace"
)

// This file answers, under Refined, what an operation that is no event depends on. It has the role of the state in which it would be
// executed. Events have the roles that they got when they were executed.

// apartRefined is apartOn under Refined. The events of v have the roles that they have in the execution. An operation that is none of
// the steps has that of the present state, the last step that of the state after all events of v.
func (v *Sequence) apartRefined(o model.Object, op *model.Op) bool {
	x := v.x
	last := op == x.OpAt(v.last.Op) || v.last.PartnerOp >= 0 && op == x.OpAt(v.last.PartnerOp)
	found := v.found(o)
	if last {
		found = v.foundLast(o)
	}
	n := trace.NewTouch(o, found.RoleOf(op, o), found.Status)
	for all, i := x.TouchesFrom(o, int32(v.N)); i < all.Len(); i++ {
		t := x.Touch(all.At(i))
		e := x.Event(t.Event)
		if !v.to.holds(e) || v.at.holds(e) {
			continue
		}
		if x.Relation().Conflicts(n.Role, t.Role) || last && model.Opposite(n.Role, t.Role) && n.Follows(t, op.Cap) {
			return false
		}
		if q := x.OpAt(e.Op); op.Kind == model.WGDone && q.Kind == model.WGDone && q.Obj == op.Obj && v.overdrawn(op) {
			return false
		}
	}
	return true
}

// lastApart says whether op, which is none of the steps, is independent of operation k of the last one, where dependent says that
// they are dependent in some state.
func (v *Sequence) lastApart(k int32, op *model.Op) bool {
	last := v.x.OpAt(k)
	if last.Barrier() || op.Barrier() || !v.x.Dependence().Dependent(last, op) { // the latter: two Dones that fail
		return false
	}
	apart := v.lastApartOn(op.Clock, last, op) && v.lastApartOn(op.Obj, last, op)
	for i := 0; apart && i < len(op.Cases); i++ {
		apart = v.lastApartOn(op.Cases[i].Obj, last, op)
	}
	return apart
}

// lastApartOn is lastApart for what the two do to o.
func (v *Sequence) lastApartOn(o model.Object, last, op *model.Op) bool {
	return o == model.NoObject || !last.Touches(o) || !v.x.Relation().Conflicts(v.found(o).RoleOf(op, o), v.foundLast(o).RoleOf(last, o))
}

// found is the state of o, which one of the steps names, after what was executed.
func (v *Sequence) found(o model.Object) model.ObjectState {
	if v.kept != nil {
		return v.kept.finds(o)
	}
	s := v.x.StatusBefore(o, int32(v.N))
	for i := range v.before {
		if t := &v.before[i]; t.op.Touches(o) {
			s = s.After(t.op.Action(t.Choice, o))
		}
	}
	return model.ObjectState{Status: s, Value: v.value(o, v.at)}
}

// foundLast is the state of o, which the last step names, after the events of v.
func (v *Sequence) foundLast(o model.Object) model.ObjectState {
	if v.turns && o == v.turned.object {
		return v.turned.ObjectState
	}
	return model.ObjectState{Status: v.status(o, false), Value: v.value(o, v.to)}
}

// value is that of o, if it is an atomic variable, after the events of v in the prefix: what the next event on o in the execution found.
// (An operation that was executed and is none of the steps is independent of those on o, and so changed nothing.)
func (v *Sequence) value(o model.Object, c prefix) (value int64) {
	x := v.x
	k := x.Newest(o)
	if k < 0 || x.Touch(k).Role > model.Role(model.CAS) && x.Touch(k).Role != model.CASFail {
		return 0
	}
	for ; k >= 0 && int(x.Touch(k).Event) >= v.N; k = x.Touch(k).Prior {
		if c.holds(x.Event(x.Touch(k).Event)) {
			break
		}
		value = x.Found(k).Value
	}
	return value
}

// follows says whether c, executed as the last step, depends on event j: one of the first N or of the steps.
func (v *Sequence) follows(j int32, c *trace.Transition) bool {
	x := v.x
	if x.IsBarrier(x.Event(j)) || x.OpAt(c.Op).Barrier() {
		return true
	}
	for k, to := x.TouchesOf(j); k < to; k++ {
		if t := x.Touch(k); v.followsOn(t, c.Op) || c.Joint() && v.followsOn(t, c.PartnerOp) {
			return true
		}
	}
	return false
}

// followsOn is follows for what event j does to one object, and operation k of the last step.
func (v *Sequence) followsOn(t *trace.Touch, k int32) bool {
	x, op := v.x, v.x.OpAt(k)
	if !op.Touches(t.Object) {
		return false
	}
	if q := x.OpAt(x.Event(t.Event).Op); op.Kind == model.WGDone && q.Kind == model.WGDone && v.status(op.Obj, false).After(op.Action(v.last.Choice, op.Obj)).N < 0 {
		return true
	}
	found := v.foundLast(t.Object)
	n := trace.NewTouch(t.Object, found.RoleOf(op, t.Object), found.Status)
	return x.Relation().Conflicts(n.Role, t.Role) || model.Opposite(n.Role, t.Role) && n.Follows(t, op.Cap)
}
