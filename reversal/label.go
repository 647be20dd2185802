package reversal

import (
	"sort"

	"heddle/model"
	"heddle/trace"
)

// A Label says what one event is: the transition, and what orders it with other events. Package unfold names events by it.
type Label struct {
	model.Choice
	Joint bool
	// Past are events of the execution that happen before it: each event that does is one of them, or happens before one of
	// them. In no order, and some more than once.
	Past    []int32
	Effects []Effect
}

// An Effect is what an event does to one object.
type Effect struct {
	Object model.Object
	Role   model.Role
	// Delta is what a Done adds to a WaitGroup's counter; 0 for all other operations.
	Delta int32
	// Floor is the WaitGroup's counter after the newest event so far that is dependent with whatever is done to it; the touch
	// counts if it is such.
	Floor int32
}

// Set makes l the label of event i of x. It reuses the memory of l.
func (l *Label) Set(x *trace.Execution, i int) {
	e := x.Event(int32(i))
	l.Choice, l.Joint = e.Choice, e.Joint()
	l.Past, l.Effects = l.Past[:0], l.Effects[:0]
	l.follow(x, e.Before, x.Birth(e.Thread))
	if l.Joint {
		l.follow(x, e.PartnerBefore, x.Birth(e.Partner))
	}
	l.followBarriers(x, int32(i), e.Barrier)
	for k := e.Touches.From; k < e.Touches.From+e.Touches.N; k++ {
		t := x.Touch(k)
		l.touch(x, t.Object, t.Role, t.Prior, t.Before, x.OpAt(e.Op), func(int32) bool { return true })
	}
}

// follow adds the event of a thread before the labelled one, the one before its start if it is the thread's first.
func (l *Label) follow(x *trace.Execution, before int32, birth trace.Span) {
	if before < 0 {
		before = eventAt(x, birth)
	}
	if before >= 0 {
		l.Past = append(l.Past, before)
	}
}

// followBarriers adds the newest barrier before event i, and all events before it if the labelled event is a barrier.
func (l *Label) followBarriers(x *trace.Execution, i int32, barrier bool) {
	if prior := x.Event(i).BarrierBefore; prior >= 0 {
		l.Past = append(l.Past, prior)
	}
	for k := i - 1; barrier && k >= 0; k-- {
		l.Past = append(l.Past, k)
	}
}

// eventAt is the event whose clock s is, or -1 for the clock of no event.
func eventAt(x *trace.Execution, s trace.Span) int32 {
	if s.N == 0 {
		return -1
	}
	return int32(sort.Search(x.Len(), func(i int) bool { return x.Event(int32(i)).Clock.From >= s.From }))
}

// touch adds the touch of o in role r, after those touches from k on, newest first, whose events are in.
func (l *Label) touch(x *trace.Execution, o model.Object, r model.Role, k int32, before model.Status, op *model.Op, in func(int32) bool) {
	rel := x.Relation()
	n := Effect{Object: o, Role: r}
	if r == model.Role(model.WGDone) {
		n.Delta = int32(op.Arg)
	}
	floor := before.N // with no full touch: what it was at the start
	if rel.Full(r) && (op.Kind == model.WGAdd || op.Kind == model.WGDone) {
		n.Floor = floor + int32(op.Arg)
	}
	stop := false
	for k >= 0 && !stop {
		t := x.Touch(k)
		next := t.Prior
		if in(t.Event) {
			if rel.Conflicts(r, t.Role) || model.Opposite(r, t.Role) && (&trace.Touch{Before: before, Role: r}).Follows(t, op.Cap) {
				l.Past = append(l.Past, t.Event)
			}
			if stop = rel.Full(t.Role); !stop {
				floor -= delta(x, t)
			}
		}
		k = next
	}
	if !rel.Full(r) {
		n.Floor = floor
	}
	l.Effects = append(l.Effects, n)
}

// delta is what a touch adds to a WaitGroup's counter.
func delta(x *trace.Execution, t *trace.Touch) int32 {
	if t.Role != model.Role(model.WGDone) {
		return 0
	}
	return int32(x.OpAt(x.Event(t.Event).Op).Arg)
}

// Label fills in the label of the last step.
func (v *Sequence) Label(l *Label) {
	x := v.x
	s := &v.last
	op, partner := x.OpAt(s.Op), (*model.Op)(nil)
	l.Choice, l.Joint = s.Choice, s.Joint()
	l.Past, l.Effects = l.Past[:0], l.Effects[:0]
	l.follow(x, -1, x.ReachedAt(s.Op))
	if l.Joint {
		partner = x.OpAt(s.PartnerOp)
		l.follow(x, -1, x.ReachedAt(s.PartnerOp))
	}
	l.followBarriers(x, int32(v.N), op.Barrier())
	in := func(f int32) bool { return v.happened(f, false) }
	act := func(o model.Object, r model.Role) {
		if o == model.NoObject || l.touches(o) {
			return
		}
		before := v.status(o, false)
		if x.Relation().Refined() {
			r = v.foundLast(o).Role(r, op.Action(s.Choice, o))
		}
		if r == model.Role(model.WGDone) && before.After(op.Action(s.Choice, o)).N < 0 {
			r = model.Overdraw
		}
		l.touch(x, o, r, x.Newest(o), before, op, in)
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
	for i := range l.Effects {
		if l.Effects[i].Object == o {
			return true
		}
	}
	return false
}
