package growing

import (
	"heddle/model"
	"heddle/trace"
)

// A Disabler is an event that disabled a pending operation.
type Disabler struct {
	Event int
	// Joint says that it took one of its threads away from a joint event with the pending operation's thread.
	Joint bool
	// Past says that the operation, a timer's, was enabled after nothing but its own past and that of the newest event.
	Past bool
	// Unclear says that it is not known after which events the operation was enabled.
	Unclear bool
}

// A Disablers finds the events that disabled pending operations: lines 3 to 7 of Algorithm 5 of the source sets paper (2017).
type Disablers struct {
	x     *trace.Execution
	races *Races
	near  nearness
	list  []Disabler
	again []int32

	balance *trace.Balance
}

// NewDisablers returns a Disablers for the Execution of races.
func NewDisablers(races *Races) *Disablers {
	return &Disablers{x: races.x, races: races, near: nearness{x: races.x, left: races.x.Watch()},
		balance: trace.NewBalance(races.x)}
}

// Of returns the events e that disable operation op, which the newest state shows for the first time, after pre(E, e).u for some u that
// notdep(e, E) allows. On each object it finds the newest one only: the races with older ones show in the execution in which this one is
// reversed. The result is valid until the next call.
func (s *Disablers) Of(op int32) []Disabler {
	x := s.x
	s.list = s.list[:0]
	p := x.Operation(op)
	switch {
	case !p.Op.Kind.Blocks():
	case p.Op.Kind == model.Select:
		for i := range p.Op.Cases {
			if c := &p.Op.Cases[i]; c.Obj != model.NoObject {
				s.channelDisabler(p, c)
			}
		}
	case p.Op.Kind == model.Send || p.Op.Kind == model.Recv:
		s.channelDisabler(p, &model.Case{Obj: p.Op.Obj, Cap: p.Op.Cap, Send: p.Op.Kind == model.Send})
	case p.Op.Kind.Timer():
		if s.near.maybe(p) {
			s.timerDisablers(p)
		}
	case p.Op.Kind == model.WGWait && x.Relation().Balanced():
		s.adds(p)
	case p.Op.Obj != model.NoObject && p.Op.Kind != model.CondWait:
		s.disabler(p, p.Op.Obj, p.Op.Action(model.Choice{}, p.Op.Obj))
	}
	return s.list
}

func (s *Disablers) channelDisabler(p *trace.Operation, c *model.Case) {
	if c.Cap > 0 {
		s.disabler(p, c.Obj, c.Action())
	} else {
		s.jointDisabler(p, c)
	}
}

// disabler walks back over o to the newest event before which a was enabled.
func (s *Disablers) disabler(p *trace.Operation, o model.Object, a model.Action) {
	x := s.x
	own := x.Clock(p.Thread)
	r := model.Role(p.Op.Kind)
	rel := x.Relation()
	for k := x.Newest(o); k >= 0; {
		t := x.Touch(k)
		e := t.Event
		if e <= x.NewestBarrier() || rel.Full(t.Role) && x.Reaches(e, own) {
			return
		}
		if k = t.Prior; !rel.Dependent(r, t.Role) && rel.Alike(r, t.Role) {
			k = t.Skip
		}
		if !rel.Dependent(r, t.Role) || x.Reaches(e, own) {
			continue
		}
		if p.Op.Kind == model.WGWait && (t.Before().N < 0 || x.Status(o).N < 0) {
			s.list = append(s.list, Disabler{Event: int(e), Unclear: true}) // some of the Dones may have to be left out
			continue
		}
		before := s.races.statusWithout(o, int(e), x.Len())
		if !before.Allows(a) {
			continue
		}
		ev := x.Event(e)
		if !ev.Joint() && !before.After(x.OpAt(ev.Op).Action(ev.Choice, o)).Allows(a) {
			s.list = append(s.list, Disabler{Event: int(e)})
		} else if rel.Refined() && before.Independent(rel, r, a, t.Role) {
			continue
		}
		return // otherwise the race shows when p is executed, or is disabled
	}
}

// jointDisabler walks back over the unbuffered channel of c to the newest event that took the other side of c away.
func (s *Disablers) jointDisabler(p *trace.Operation, c *model.Case) {
	x := s.x
	own := x.Clock(p.Thread)
	others := false // a thread took, or waits to take, the other side of c
	for k := x.Newest(c.Obj); k >= 0; k = x.Touch(k).Prior {
		e := x.Touch(k).Event
		if e <= x.NewestBarrier() || x.Reaches(e, own) {
			return
		}
		ev := x.Event(e)
		offers := p.Op.CanPair(x.OpAt(ev.Op), c) || ev.Joint() && p.Op.CanPair(x.OpAt(ev.PartnerOp), c)
		closed := x.Touch(k).Before().Closed
		if offers && !closed {
			s.list = append(s.list, Disabler{Event: int(e), Joint: true})
			return
		}
		others = others || offers
		if x.OpAt(ev.Op).Kind == model.Close && !closed && (others || s.races.partnerWithout(int(e), p.Thread, *c)) {
			s.list = append(s.list, Disabler{Event: int(e), Unclear: true})
			return
		}
	}
}

// timerDisablers finds what keeps p from firing, a timer that the newest event has armed and that is not enabled: the start of a timer
// that is due earlier, a stop, and the return of the test function.
func (s *Disablers) timerDisablers(p *trace.Operation) {
	x := s.x
	if x.Len() == 0 {
		return
	}
	newest, own := x.Event(int32(x.Len())-1).Clock, x.Clock(p.Thread)
	stopped := false // a timer was stopped or reset meanwhile, which may have kept p from firing, too
	first := s.firstApart(newest, own)
	for k := x.Newest(p.Op.Clock); k >= 0; k = x.Touch(k).Prior {
		e := x.Touch(k).Event
		if e <= x.NewestBarrier() || e < first {
			return
		}
		if x.Reaches(e, newest) || x.Reaches(e, own) {
			if x.Relation().Full(x.Touch(k).Role) {
				return // all older ones happen before it
			}
			continue
		}
		op := x.OpAt(x.Event(e).Op)
		if op.OnTicker() {
			s.list = append(s.list, Disabler{Event: int(e), Unclear: true})
		} else if op.Kind == model.TimerStart || op.Kind == model.Return || op.Obj != model.NoObject && op.Obj == p.Op.Obj {
			s.list = append(s.list, Disabler{Event: int(e), Past: true, Unclear: stopped})
		}
		stopped = stopped || op.Kind == model.TimerStop || op.Kind == model.TimerStart && op.Obj != model.NoObject
	}
}

// firstApart is the first event that is in the past of neither clock, or later than all events.
func (s *Disablers) firstApart(a, b trace.Span) int32 {
	x := s.x
	first := int32(x.Len())
	past := func(t model.Thread, c trace.Span) int32 {
		if int32(t) < c.N {
			return x.Times(c)[t]
		}
		return 0
	}
	for _, t := range x.Births() {
		if all, n := x.EventsOf(t), max(past(t, a), past(t, b)); n < all.Len() {
			first = min(first, all.At(n))
		}
	}
	return first
}

// Again returns the pending operations for which Of must be asked again. The newest event helps to enable them, or must be executed before
// them, and is independent of events that disable them. They are
//
//   - a Select, after an event on one of its channels;
//   - a Wait, after a Done that leaves the counter below zero; under Balanced, after every Done and every Add of nothing;
//   - a timer's that may be near, after anything but a firing happened to the timer.
//
// All other operations that can block work on one object, where all events that matter are ordered. The result is valid until the next
// call.
func (s *Disablers) Again() []int32 {
	x := s.x
	s.again = s.again[:0]
	e := x.Event(int32(x.Len()) - 1)
	op := x.OpAt(e.Op)
	waits := op.Kind == model.WGDone && x.Status(op.Obj).N < 0
	if x.Relation().Balanced() {
		waits = op.Kind == model.WGDone || op.Kind == model.WGAdd && op.Arg == 0
	}
	if !waits && !x.Several() {
		return s.again
	}
	for _, i := range x.Waiting() {
		again := false
		switch p := x.OpAt(i); p.Kind {
		case model.Select:
			again = x.DependsOn(e, i)
		case model.WGWait:
			again = waits && p.Obj == op.Obj
		case model.TimerFire, model.Wake:
			again = !op.Kind.Timer() && x.DependsOn(e, i) && s.near.maybe(x.Operation(i))
		}
		if again {
			s.again = append(s.again, i)
		}
	}
	return s.again
}
