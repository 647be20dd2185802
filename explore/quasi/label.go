package quasi

import (
	"sort"

	"heddle/explore/quasi/unfold"
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// A labeller makes the label of an event: of one that an execution holds, or of the last step of a sequence.
type labeller struct {
	*unfold.Label
	x *trace.Execution
}

// LabelEvent makes l the label of event i of x. It reuses the memory of l.
func LabelEvent(l *unfold.Label, x *trace.Execution, i int) {
	e := x.Event(int32(i))
	s := labeller{l, x}
	s.begin(e.Transition)
	s.follow(x.EventBefore(e.Thread, e.Index), e.Thread)
	if e.Joint() {
		s.follow(x.EventBefore(e.Partner, x.PartnerIndex(e)), e.Partner)
	}
	s.followBarriers(int32(i), x.IsBarrier(e))
	for k, to := x.TouchesOf(int32(i)); k < to; k++ {
		t := x.Touch(k)
		s.affect(t, t.Prior, x.OpAt(e.Op), func(int32) bool { return true })
	}
}

// LabelLast makes l the label of the last step of v, a sequence of x. It reuses the memory of l.
func LabelLast(l *unfold.Label, x *trace.Execution, v *reversal.Sequence) {
	last := v.Last()
	s := labeller{l, x}
	op := x.OpAt(last.Op)
	s.begin(last)
	for _, k := range [...]int32{last.Op, last.PartnerOp} {
		if k >= 0 {
			p := x.Operation(k)
			s.follow(x.EventBefore(p.Thread, p.Index+1), p.Thread)
		}
	}
	s.followBarriers(int32(v.N), op.Barrier())
	act := func(o model.Object, r model.Role) {
		if o == model.NoObject || l.Affects(o) {
			return
		}
		found := v.LastFinds(o)
		if x.Relation().Refined() {
			r = found.Role(r, op.Action(last.Choice, o))
		}
		if r == model.Role(model.WGDone) && found.After(op.Action(last.Choice, o)).N < 0 {
			r = model.Overdraw
		}
		t := trace.NewTouch(o, r, found.Status)
		s.affect(&t, x.Newest(o), op, v.Contains)
	}
	eachObject(x, last, act)
}

// eachObject calls act with the objects of a transition, and how it acts on them where the state does not decide that. Objects can come
// twice.
func eachObject(x *trace.Execution, t trace.Transition, act func(model.Object, model.Role)) {
	op := x.OpAt(t.Op)
	switch {
	case op.Kind == model.Select || t.Joint():
		for _, k := range [...]int32{t.Op, t.PartnerOp} {
			if k < 0 {
				continue
			}
			p := x.OpAt(k)
			act(p.Obj, model.Role(model.Select))
			for i := range p.Cases {
				act(p.Cases[i].Obj, model.Role(model.Select))
			}
		}
	default:
		act(op.Obj, model.Role(op.Kind))
		for i := range min(1, len(op.Cases)) { // a timer's channel, a connection's other direction
			act(op.Cases[i].Obj, op.CaseRole())
		}
	}
	act(op.Clock, op.ClockRole())
	if t.Joint() {
		p := x.OpAt(t.PartnerOp)
		act(p.Clock, p.ClockRole())
	}
}

func (s labeller) begin(t trace.Transition) {
	s.Choice, s.Joint = t.Choice, t.Joint()
	s.Past, s.Effects = s.Past[:0], s.Effects[:0]
}

// follow adds the event of thread t before the labelled one; if that is the thread's first, what comes before the thread's start.
func (s labeller) follow(before int32, t model.Thread) {
	if before >= 0 {
		s.Past = append(s.Past, before)
		return
	}
	for _, c := range trace.Starts(s.x, t) {
		if e := s.eventAt(c); e >= 0 {
			s.Past = append(s.Past, e)
		}
	}
}

// followBarriers adds the newest barrier before event i, and all events before i if the labelled event is a barrier.
func (s labeller) followBarriers(i int32, barrier bool) {
	if prior := s.x.BarrierBefore(i); prior >= 0 {
		s.Past = append(s.Past, prior)
	}
	for k := i - 1; barrier && k >= 0; k-- {
		s.Past = append(s.Past, k)
	}
}

// eventAt is the event whose clock is c, or -1 for the clock of no event.
func (s labeller) eventAt(c trace.Span) int32 {
	if c.N == 0 {
		return -1
	}
	return int32(sort.Search(s.x.Len(), func(i int) bool { return s.x.Event(int32(i)).Clock.From >= c.From }))
}

// affect adds what the labelled event, with the operation op, does to an object in touch t, after those touches from k on, newest first,
// whose events are in.
func (s labeller) affect(t *trace.Touch, k int32, op *model.Op, in func(int32) bool) {
	rel := s.x.Relation()
	n := unfold.Effect{Object: t.Object, Role: t.Role}
	if t.Role == model.Role(model.WGDone) {
		n.Delta = int32(op.Arg)
	}
	floor := t.Before().N // without a full touch: what it was at the start
	if rel.Full(t.Role) && (op.Kind == model.WGAdd || op.Kind == model.WGDone) {
		n.Floor = floor + int32(op.Arg)
	}
	for stop := false; k >= 0 && !stop; {
		u := s.x.Touch(k)
		k = u.Prior
		if !in(u.Event) {
			continue
		}
		if rel.Conflicts(t.Role, u.Role) || model.Opposite(t.Role, u.Role) && t.Follows(u, op.Cap) {
			s.Past = append(s.Past, u.Event)
		}
		if stop = rel.Full(u.Role); !stop {
			floor -= s.delta(u)
		}
	}
	if !rel.Full(t.Role) {
		n.Floor = floor
	}
	s.Effects = append(s.Effects, n)
}

// delta is what a touch adds to a WaitGroup's counter.
func (s labeller) delta(t *trace.Touch) int32 {
	if t.Role != model.Role(model.WGDone) {
		return 0
	}
	return int32(s.x.OpAt(s.x.Event(t.Event).Op).Arg)
}
