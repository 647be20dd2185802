package trace

import (
	"slices"

	"heddle/model"
)

// A Sequence is an execution sequence that can follow the first N events of an execution: events of the execution, and one
// more transition at the end. Steps are taken out of it one by one.
type Sequence struct {
	N int

	x      *Execution
	from   cut // the first N events
	to     cut // those and the events of the sequence
	at     cut // the first N events and the events of the steps that were taken out
	last   Transition
	ended  bool         // the last step was taken out
	passed []*model.Op  // see Execute
	before []taken      // under Refined: the transitions that Execute took, but for joint ones, which leave all objects as they are
	steps  []Transition // see Steps
}

// A taken is an operation that was executed, and its transition.
type taken struct {
	model.Choice
	op *model.Op
}

// WeakInitial says whether the transition c, with the operations op and partner (nil if it is not joint), is a weak initial of
// the steps that are left: whether some execution that begins with them is equivalent to one that begins with c.
func (v *Sequence) WeakInitial(c model.Choice, op, partner *model.Op) bool {
	f, is := v.next(c.Thread)
	if !is && partner != nil {
		f, is = v.next(c.Partner)
	}
	switch {
	case !is:
		return v.independent(op) && (partner == nil || v.independent(partner))
	case f >= 0:
		return v.x.events[f].Choice == c && v.first(f)
	}
	return v.last.Choice == c && v.lastFirst()
}

// Execute takes out the step c, a weak initial. If c is none of the steps, it is executed before them.
func (v *Sequence) Execute(c model.Choice, op *model.Op) {
	if v.x.relation.Refined() && !op.Joint(c) {
		v.before = append(v.before, taken{c, op})
	}
	switch f, is := v.next(c.Thread); {
	case !is && op.Kind == model.WGDone:
		v.passed = append(v.passed, op)
	case is && f >= 0:
		v.at.keep(&v.x.events[f])
	case is:
		v.ended = true
	}
}

// Steps are the steps that are left. They are valid until the next call.
func (v *Sequence) Steps() []Transition {
	v.steps = v.steps[:0]
	for f := v.N + 1; f < len(v.x.events); f++ {
		if e := &v.x.events[f]; v.to.holds(e) && !v.at.holds(e) {
			v.steps = append(v.steps, e.Transition)
		}
	}
	if !v.ended {
		v.steps = append(v.steps, v.last)
	}
	return v.steps
}

// next is the first step that is left of those that take thread t: an event, or -1 for the last step.
func (v *Sequence) next(t model.Thread) (event int32, is bool) {
	if n := v.at[t]; n < v.to[t] {
		return v.x.threads[t].events[n], true
	}
	return -1, !v.ended && (v.last.Takes(t))
}

// first says whether no step happens before event f, which is one.
func (v *Sequence) first(f int32) bool {
	e := &v.x.events[f]
	for t, n := range v.x.times(e.clock) {
		if n > v.at[t] && model.Thread(t) != e.Thread && (e.PartnerOp < 0 || model.Thread(t) != e.Partner) {
			return false
		}
	}
	return e.index == v.at[e.Thread]+1 && (e.PartnerOp < 0 || e.partnerIndex == v.at[e.Partner]+1)
}

// lastFirst says whether no step happens before the last one. It comes after its own past, and what it is dependent with.
func (v *Sequence) lastFirst() bool {
	x := v.x
	for _, k := range [...]int32{v.last.Op, v.last.PartnerOp} {
		if k < 0 {
			continue
		}
		for t, n := range x.times(x.past(k)) {
			if n > v.at[t] {
				return false
			}
		}
		if !v.apart(&x.ops[k].op) {
			return false
		}
	}
	return true
}

// independent says whether op, an operation of a thread that no step takes, is independent of all that are left.
func (v *Sequence) independent(op *model.Op) bool {
	for _, k := range [...]int32{v.last.Op, v.last.PartnerOp} {
		if !v.ended && k >= 0 && v.dependent(k, op) && !(v.x.relation.Refined() && v.lastApart(k, op)) {
			return false
		}
	}
	return v.apart(op)
}

// apart says whether op is independent of the events that are left.
func (v *Sequence) apart(op *model.Op) bool {
	if op.Barrier() {
		return slices.Equal(v.at, v.to)
	}
	if !v.apartOn(op.Obj, op) || !v.apartOn(op.Clock, op) {
		return false
	}
	for i := range op.Cases {
		if !v.apartOn(op.Cases[i].Obj, op) {
			return false
		}
	}
	return true
}

// apartOn is apart for the events that touch o. None of them is a barrier.
func (v *Sequence) apartOn(o model.Object, op *model.Op) bool {
	x := v.x
	if o == model.NoObject || int(o) >= len(x.objects) {
		return true
	}
	if x.relation.Refined() {
		return v.apartRefined(o, op)
	}
	for k := x.objects[o].last; k >= 0; k = x.touches[k].prior {
		f := x.touches[k].event
		if int(f) < v.N {
			return true
		}
		e := &x.events[f]
		if v.to.holds(e) && !v.at.holds(e) && (v.dependent(e.Op, op) || e.PartnerOp >= 0 && v.dependent(e.PartnerOp, op)) {
			return false
		}
	}
	return true
}

// dependent says whether operation k, of one of the steps, is dependent with op, an operation of another thread.
func (v *Sequence) dependent(k int32, op *model.Op) bool {
	o := &v.x.ops[k].op
	return v.x.dep.Dependent(o, op) || o.Kind == model.WGDone && op.Kind == model.WGDone && o.Obj == op.Obj && v.overdrawn(op)
}

// overdrawn says whether all steps together with op, a Done, leave the counter below zero.
func (v *Sequence) overdrawn(op *model.Op) bool {
	x, o := v.x, op.Obj
	n := x.statusBefore(o, int32(v.N)).N
	found := false
	count := func(q *model.Op) {
		if (q.Kind == model.WGAdd || q.Kind == model.WGDone) && q.Obj == o {
			n += int32(q.Arg)
			found = found || q == op
		}
	}
	for t, i := range v.from {
		for ; i < v.to[t]; i++ {
			count(&x.ops[x.operationOf(model.Thread(t), x.threads[t].events[i])].op)
		}
	}
	count(&x.ops[v.last.Op].op)
	for _, q := range v.passed {
		if q.Obj == o {
			n += int32(q.Arg)
		}
	}
	if !found {
		n += int32(op.Arg)
	}
	return n < 0
}

// statusBefore is the state of o before event e.
func (x *Execution) statusBefore(o model.Object, e int32) model.Status {
	if int(o) >= len(x.objects) {
		return model.Status{}
	}
	s := x.objects[o].now
	for k := x.objects[o].last; k >= 0 && x.touches[k].event >= e; k = x.touches[k].prior {
		s = x.touches[k].before
	}
	return s
}
