package trace

import "heddle/model"

// DependsOn says whether event e is dependent with operation op of another thread; under Refined, in some state.
func (x *Execution) DependsOn(e *Event, op int32) bool {
	o := x.ops.At(op).Op
	return x.dep.Dependent(x.ops.At(e.Op).Op, o) || e.PartnerOp >= 0 && x.dep.Dependent(x.ops.At(e.PartnerOp).Op, o)
}

// Wakes says whether the newest event wakes the transition t, which was enabled before it: whether it is dependent with t, or takes
// one of t's threads.
func (x *Execution) Wakes(t *Transition) bool {
	e := x.events.Last()
	if e.Shares(t) {
		return true
	}
	if x.relation.Refined() {
		return x.wakesRefined(e, t.Op) || t.Joint() && x.wakesRefined(e, t.PartnerOp) || x.overdraw(e, t.Op)
	}
	return x.DependsOn(e, t.Op) || t.Joint() && x.DependsOn(e, t.PartnerOp) || x.overdraw(e, t.Op)
}

// wakesRefined is Wakes under Refined for the newest event e and operation op of another thread. The roles of both are those in the
// state before e.
func (s *effects) wakesRefined(e *Event, op int32) bool {
	o := s.states.OpAt(op)
	if s.states.IsBarrier(e) || o.Barrier() {
		return true
	}
	for k := e.touch; k < s.touches.Len(); k++ {
		t := s.touches.At(k)
		if o.Touches(t.Object) && s.relation.Conflicts(s.Found(k).RoleOf(o, t.Object), t.Role) {
			return true
		}
	}
	return false
}

// overdraw says whether the newest event e and operation op are Dones of one WaitGroup that together leave the counter below zero: their
// order decides which of them fails.
func (x *Execution) overdraw(e *Event, op int32) bool {
	d, o := x.ops.At(e.Op).Op, x.ops.At(op).Op
	return !x.relation.Balanced() && d.Kind == model.WGDone && o.Kind == model.WGDone && d.Obj == o.Obj && x.objects[o.Obj].now.After(o.Action(model.Choice{}, o.Obj)).N < 0
}

// Overdrew says whether event i is a Done that left the counter of its WaitGroup below zero.
func (x *Execution) Overdrew(i int32) bool {
	e := x.events.At(i)
	return x.ops.At(e.Op).Op.Kind == model.WGDone && x.touches.At(e.touch).Role == model.Overdraw
}
