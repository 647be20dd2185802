package trace

import "heddle/model"

// Wakes says whether the newest event wakes the transition c, whose operations have the numbers op and partner (-1 for none): it
// takes one of c's threads, or is dependent with c.
func (x *Execution) Wakes(c model.Choice, op, partner int32) bool {
	e := &x.events[len(x.events)-1]
	if e.Thread == c.Thread || e.partnerOp >= 0 && e.Partner == c.Thread {
		return true
	}
	if partner >= 0 && (e.Thread == c.Partner || e.partnerOp >= 0 && e.Partner == c.Partner) {
		return true
	}
	if x.relation.Refined() {
		return x.wakesRefined(e, op) || partner >= 0 && x.wakesRefined(e, partner) || x.overdrawn(e, op)
	}
	return x.dependsOn(e, op) || partner >= 0 && x.dependsOn(e, partner) || x.overdrawn(e, op)
}

// overdrawn says whether the newest event e and operation op are Dones of one WaitGroup that together leave the counter
// below zero: the order decides which of them fails.
func (x *Execution) overdrawn(e *event, op int32) bool {
	d, o := &x.ops[e.op].op, &x.ops[op].op
	return d.Kind == model.WGDone && o.Kind == model.WGDone && d.Obj == o.Obj && x.objects[o.Obj].now.After(o.Action(model.Choice{}, o.Obj)).N < 0
}

// dependsOn says whether event e is dependent with operation op of another thread.
func (x *Execution) dependsOn(e *event, op int32) bool {
	o := &x.ops[op].op
	return x.dep.Dependent(&x.ops[e.op].op, o) || e.partnerOp >= 0 && x.dep.Dependent(&x.ops[e.partnerOp].op, o)
}
