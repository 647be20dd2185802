package trace

import (
	"sort"

	"heddle/model"
)

// A Label says what one event is: the transition, and what orders it with other events. Package unfold names events by it.
type Label struct {
	model.Choice
	Joint bool
	// Past are events of the execution that happen before it: each event that does is one of them, or happens before one of
	// them. In no order, and some more than once.
	Past    []int32
	Touches []Touch
}

// A Touch is what an event does to one object.
type Touch struct {
	Object model.Object
	Role   model.Role
	// Delta is what a Done adds to a WaitGroup's counter; 0 for all other operations.
	Delta int32
	// Floor is the WaitGroup's counter after the newest event so far that is dependent with whatever is done to it; the touch
	// counts if it is such.
	Floor int32
}

// Label fills in the label of event i.
func (x *Execution) Label(i int, l *Label) {
	e := &x.events[i]
	l.Choice, l.Joint = e.Choice, e.PartnerOp >= 0
	l.Past, l.Touches = l.Past[:0], l.Touches[:0]
	x.follow(l, e.before, x.threads[e.Thread].birth)
	if l.Joint {
		x.follow(l, e.partnerPrior, x.threads[e.Partner].birth)
	}
	x.followBarriers(l, int32(i), e.barrier)
	end := int32(len(x.touches))
	if i+1 < len(x.events) {
		end = x.events[i+1].touch
	}
	for k := e.touch; k < end; k++ {
		t := &x.touches[k]
		x.label(l, t.object, t.role, t.prior, t.before, &x.ops[e.Op].op, func(int32) bool { return true })
	}
}

// follow adds the event of a thread before the labelled one, the one before its start if it is the thread's first.
func (x *Execution) follow(l *Label, before int32, birth span) {
	if before < 0 {
		before = x.at(birth)
	}
	if before >= 0 {
		l.Past = append(l.Past, before)
	}
}

// followBarriers adds the newest barrier before event i, and all events before it if the labelled event is a barrier.
func (x *Execution) followBarriers(l *Label, i int32, barrier bool) {
	if prior := x.events[i].barrierPrior; prior >= 0 {
		l.Past = append(l.Past, prior)
	}
	for k := i - 1; barrier && k >= 0; k-- {
		l.Past = append(l.Past, k)
	}
}

// at is the event whose clock s is, or -1 for the clock of no event.
func (x *Execution) at(s span) int32 {
	if s.n == 0 {
		return -1
	}
	return int32(sort.Search(len(x.events), func(i int) bool { return x.events[i].clock.from >= s.from }))
}

// label adds the touch of o in role r, after those touches from k on, newest first, whose events are in.
func (x *Execution) label(l *Label, o model.Object, r model.Role, k int32, before model.Status, op *model.Op, in func(int32) bool) {
	rel := x.relation
	n := Touch{Object: o, Role: r}
	if r == model.Role(model.WGDone) {
		n.Delta = int32(op.Arg)
	}
	floor := before.N // with no full touch: what it was at the start
	if rel.Full(r) && (op.Kind == model.WGAdd || op.Kind == model.WGDone) {
		n.Floor = floor + int32(op.Arg)
	}
	stop := false
	for k >= 0 && !stop {
		t := &x.touches[k]
		next := t.prior
		if in(t.event) {
			if rel.Conflicts(r, t.role) || model.Opposite(r, t.role) && (&touch{before: before, role: r}).follows(t, op.Cap) {
				l.Past = append(l.Past, t.event)
			}
			if stop = rel.Full(t.role); !stop {
				floor -= x.delta(t)
			}
		}
		k = next
	}
	if !rel.Full(r) {
		n.Floor = floor
	}
	l.Touches = append(l.Touches, n)
}

// delta is what a touch adds to a WaitGroup's counter.
func (x *Execution) delta(t *touch) int32 {
	if t.role != model.Role(model.WGDone) {
		return 0
	}
	return int32(x.ops[x.events[t.event].Op].op.Arg)
}

// Label fills in the label of the last step.
func (v *Sequence) Label(l *Label) {
	x := v.x
	s := &v.last
	op, partner := &x.ops[s.Op].op, (*model.Op)(nil)
	l.Choice, l.Joint = s.Choice, s.PartnerOp >= 0
	l.Past, l.Touches = l.Past[:0], l.Touches[:0]
	x.follow(l, -1, x.past(s.Op))
	if l.Joint {
		partner = &x.ops[s.PartnerOp].op
		x.follow(l, -1, x.past(s.PartnerOp))
	}
	x.followBarriers(l, int32(v.N), op.Barrier())
	in := func(f int32) bool { return x.happened(f, false) }
	act := func(o model.Object, r model.Role) {
		if o == model.NoObject || l.touches(o) {
			return
		}
		before := x.statusAfter(o, false)
		if x.relation.Refined() {
			r = v.end(o).Role(r, op.Action(s.Choice, o))
		}
		if r == model.Role(model.WGDone) && before.After(op.Action(s.Choice, o)).N < 0 {
			r = model.Overdraw
		}
		x.label(l, o, r, x.objects[o].last, before, op, in)
	}
	if op.Kind == model.Select || l.Joint {
		for _, p := range [...]*model.Op{op, partner} {
			if p == nil {
				continue
			}
			act(p.Obj, model.Role(model.Select))
			for i := range p.Cases {
				act(p.Cases[i].Obj, model.Role(model.Select))
			}
		}
	} else {
		act(op.Obj, model.Role(op.Kind))
		for i := range min(1, len(op.Cases)) { // a timer's channel
			act(op.Cases[i].Obj, model.Role(model.Select))
		}
	}
	act(op.Clock, op.ClockRole())
}

func (l *Label) touches(o model.Object) bool {
	for i := range l.Touches {
		if l.Touches[i].Object == o {
			return true
		}
	}
	return false
}
