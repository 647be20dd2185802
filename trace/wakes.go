package trace

import "heddle/model"

// Wakes says whether the newest event wakes the transition t, which was enabled before it: whether it is dependent with t, or takes one of t's
// threads.
func (x *Execution) Wakes(t *Transition) bool {
	e := &x.events[len(x.events)-1]
	if e.Shares(t) {
		return true
	}
	if x.relation.Refined() {
		return x.wakesRefined(e, t.Op) || t.Joint() && x.wakesRefined(e, t.PartnerOp) || x.overdrawn(e, t.Op)
	}
	return x.dependsOn(e, t.Op) || t.Joint() && x.dependsOn(e, t.PartnerOp) || x.overdrawn(e, t.Op)
}

// overdrawn says whether the newest event e and operation op are Dones of one WaitGroup that together leave the counter
// below zero: the order decides which of them fails.
func (x *Execution) overdrawn(e *event, op int32) bool {
	d, o := &x.ops[e.Op].op, &x.ops[op].op
	return d.Kind == model.WGDone && o.Kind == model.WGDone && d.Obj == o.Obj && x.objects[o.Obj].now.After(o.Action(model.Choice{}, o.Obj)).N < 0
}

// dependsOn says whether event e is dependent with operation op of another thread.
func (x *Execution) dependsOn(e *event, op int32) bool {
	o := &x.ops[op].op
	return x.dep.Dependent(&x.ops[e.Op].op, o) || e.PartnerOp >= 0 && x.dep.Dependent(&x.ops[e.PartnerOp].op, o)
}
