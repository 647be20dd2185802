package reversal

import (
	"slices"

	"heddle/model"
	"heddle/trace"
)

// A Sequence is an execution sequence that can follow the first N events of an execution: events of the execution, and one more
// transition at the end. Execute removes its steps one by one.
type Sequence struct {
	after // the events that it began with, without the last transition

	at     prefix // the first N events and the events of the steps that were removed
	last   trace.Transition
	ended  bool       // the last step was removed
	kept   *KeptEvent // see Remainder.Begins
	turns  bool       // the last step finds turned, because of an event before the steps: see Remainder
	turned found
	passed []*model.Op        // the Dones that Execute took and that are none of the steps
	before []taken            // under Refined: the transitions that Execute took, without joint ones, which change no object
	steps  []trace.Transition // see Steps
	events []int32            // scratch: those of the steps
}

// begin starts a new sequence, whose events are those of u in the prefix pre(E, e).u.
func (v *Sequence) begin(n *notdep, u prefix) {
	v.N, v.from, v.to, v.early = int(n.e), n.base, u, n.early
}

// end makes t the last step.
func (v *Sequence) end(t trace.Transition) {
	v.at = append(v.at[:0], v.from...)
	v.last, v.ended, v.passed, v.before = t, false, v.passed[:0], v.before[:0]
}

// A taken is a transition that was executed, with its operation.
type taken struct {
	model.Choice
	op *model.Op
}

// WeakInitial says whether the transition c, with the operations op and partner (nil if it is not joint), is a weak initial of the
// steps that are left: whether some execution that begins with these steps is equivalent to one that begins with c.
func (v *Sequence) WeakInitial(c model.Choice, op, partner *model.Op) bool {
	f, is := v.next(c.Thread)
	if !is && partner != nil {
		f, is = v.next(c.Partner)
	}
	switch {
	case !is:
		return v.independent(op) && (partner == nil || v.independent(partner))
	case f >= 0:
		return v.x.Event(f).Choice == c && v.first(f)
	}
	return v.last.Choice == c && v.lastFirst()
}

// Execute removes the step c, a weak initial. If c is none of the steps, it is executed before them.
func (v *Sequence) Execute(c model.Choice, op *model.Op) {
	if v.x.Relation().Refined() && !op.Joint(c) {
		v.before = append(v.before, taken{c, op})
	}
	switch f, is := v.next(c.Thread); {
	case !is && op.Kind == model.WGDone:
		v.passed = append(v.passed, op)
	case is && f >= 0:
		v.at.keep(v.x, v.x.Event(f))
	case is:
		v.ended = true
	}
}

// Last is the last step.
func (v *Sequence) Last() trace.Transition { return v.last }

// Contains says whether event i is one of the first N or of the sequence, removed or not.
func (v *Sequence) Contains(i int32) bool { return v.happened(i, false) }

// LastFinds is the state in which the last step finds o; with its value under Refined, if it is an atomic variable.
func (v *Sequence) LastFinds(o model.Object) model.ObjectState {
	if v.x.Relation().Refined() {
		return v.foundLast(o)
	}
	return model.ObjectState{Status: v.status(o, false)}
}

// Steps are the steps that are left. They are valid until the next call.
func (v *Sequence) Steps() []trace.Transition {
	v.steps = v.steps[:0]
	v.events = v.to.since(v.at, v.x, v.events[:0])
	for _, f := range v.events {
		v.steps = append(v.steps, v.x.Event(f).Transition)
	}
	if !v.ended {
		v.steps = append(v.steps, v.last)
	}
	return v.steps
}

// next is the first remaining step of thread t: an event, or -1 for the last step.
func (v *Sequence) next(t model.Thread) (event int32, is bool) {
	if n := v.at[t]; n < v.to[t] {
		return v.x.EventsOf(t).At(n), true
	}
	return -1, !v.ended && (v.last.Takes(t))
}

// first says whether no step happens before f, an event that is a step.
func (v *Sequence) first(f int32) bool {
	e := v.x.Event(f)
	for t, n := range v.x.Times(e.Clock) {
		if n > v.at[t] && model.Thread(t) != e.Thread && (e.PartnerOp < 0 || model.Thread(t) != e.Partner) {
			return false
		}
	}
	return e.Index == v.at[e.Thread]+1 && (e.PartnerOp < 0 || v.x.PartnerIndex(e) == v.at[e.Partner]+1)
}

// lastFirst says whether no step happens before the last one: none in its own past, and none that it is dependent with.
func (v *Sequence) lastFirst() bool {
	x := v.x
	for _, k := range [...]int32{v.last.Op, v.last.PartnerOp} {
		if k < 0 {
			continue
		}
		for t, n := range x.Times(x.ReachedAt(k)) {
			if n > v.at[t] {
				return false
			}
		}
		if !v.apart(x.OpAt(k)) {
			return false
		}
	}
	return true
}

// independent says whether op, an operation of a thread that no step takes, is independent of all that are left.
func (v *Sequence) independent(op *model.Op) bool {
	for _, k := range [...]int32{v.last.Op, v.last.PartnerOp} {
		if !v.ended && k >= 0 && v.dependent(k, op) && !(v.x.Relation().Refined() && v.lastApart(k, op)) {
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
	if o == model.NoObject {
		return true
	}
	if x.Relation().Refined() {
		return v.apartRefined(o, op)
	}
	for all, i := x.TouchesFrom(o, int32(v.N)); i < all.Len(); i++ {
		t := x.Touch(all.At(i))
		switch e := x.Event(t.Event); {
		case !v.to.holds(e):
			if x.Relation().Full(t.Role) {
				return true // it happens before all later ones
			}
		case !v.at.holds(e) && (v.dependent(e.Op, op) || e.PartnerOp >= 0 && v.dependent(e.PartnerOp, op)):
			return false
		}
	}
	return true
}

// dependent says whether operation k, of one of the steps, is dependent with op, an operation of another thread.
func (v *Sequence) dependent(k int32, op *model.Op) bool {
	o := v.x.OpAt(k)
	return v.x.Dependence().Dependent(o, op) || o.Kind == model.WGDone && op.Kind == model.WGDone && o.Obj == op.Obj && v.overdrawn(op)
}

// overdrawn says whether all steps together with op, a Done, leave the counter below zero. Under Balanced none does. (There the Adds that
// Execute took would count, too.)
func (v *Sequence) overdrawn(op *model.Op) bool {
	x, o := v.x, op.Obj
	n := x.StatusBefore(o, int32(v.N)).N
	found := false
	count := func(q *model.Op) {
		if (q.Kind == model.WGAdd || q.Kind == model.WGDone) && q.Obj == o {
			n += int32(q.Arg)
			found = found || q == op
		}
	}
	for all, i := x.TouchesFrom(o, v.start()); i < all.Len(); i++ {
		if e := x.Event(x.Touch(all.At(i)).Event); v.to.holds(e) && !v.from.holds(e) {
			count(x.OpAt(e.Op))
		}
	}
	count(x.OpAt(v.last.Op))
	for _, q := range v.passed {
		if q.Obj == o {
			n += int32(q.Arg)
		}
	}
	if !found {
		n += int32(op.Arg)
	}
	return n < 0 && !x.Relation().Balanced()
}
