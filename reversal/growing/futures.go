package growing

import (
	"heddle/model"
	"heddle/trace"
)

// A FutureRace is an event before which an operation may have to be executed. Some thread may reach the operation after the newest
// state.
type FutureRace struct {
	Event int
	// Unclear says that it is not known which transitions lead to the operation before the event.
	Unclear bool
	// Offered says that only a thread that could execute the operation before the event has to do so.
	Offered bool
}

// Futures finds the races of operations that threads may reach: UpdateBacktrackSets, Figure 6 of the stateful DPOR paper (2008), for what is
// ahead of a visited state.
type Futures struct {
	x     *trace.Execution
	races []FutureRace
}

// NewFutures returns a Futures for the executions that x will hold.
func NewFutures(x *trace.Execution) *Futures { return &Futures{x: x} }

// Races finds the events of the execution that are in a reversible race with op, or disable it, if thread t, or one that t will start,
// reaches op after the newest state, whatever is executed until then. overdraws says that op is a Done that left the counter below zero,
// or a Wait that such a Done may come before. The result is valid until the next call.
//
// What is executed until then is not known, so the result may hold too many events. Older events that happen before one of the result
// are left out where that one is certain, as in Disablers: they are found in the execution in which it is reversed.
func (s *Futures) Races(op *model.Op, t model.Thread, overdraws bool) []FutureRace {
	x := s.x
	s.races = s.races[:0]
	own := x.Clock(t)
	switch {
	case op.Clock != model.NoObject:
		s.possible(op.Clock, op.ClockRole(), own, FutureRace{Unclear: true})
		s.possible(op.Obj, model.Role(op.Kind), own, FutureRace{Unclear: true})
		for i := range op.Cases {
			s.possible(op.Cases[i].Obj, model.Role(model.Select), own, FutureRace{Unclear: true})
		}
	case op.Kind == model.WGWait && (overdraws || s.negative(op.Obj)): // some of the Dones may have to be left out
		s.possible(op.Obj, model.Role(model.WGWait), own, FutureRace{Unclear: true})
	case op.Kind == model.CondWait:
		// Only a Signal enables it, and the Signals are ordered among one another.
		s.possible(op.Obj, model.Role(model.CondWait), own, FutureRace{Offered: true})
	case op.ByStatus():
		r := model.Role(op.Kind)
		if overdraws {
			r = model.Overdraw
		}
		s.reversible(op, r, own)
	default:
		s.possible(op.Obj, model.Role(model.Select), own, FutureRace{})
		for i := range op.Cases {
			s.possible(op.Cases[i].Obj, model.Role(model.Select), own, FutureRace{})
		}
	}
	return s.races
}

// reversible adds the events on op's object that race with it, newest first.
func (s *Futures) reversible(op *model.Op, r model.Role, own trace.Span) {
	x := s.x
	a := op.Action(model.Choice{}, op.Obj)
	rel := x.Relation()
	for k := x.Newest(op.Obj); k >= 0; k = x.Touch(k).Prior {
		t := x.Touch(k)
		if t.Event <= x.NewestBarrier() {
			return
		}
		full := rel.Full(t.Role)
		switch {
		case !rel.Dependent(r, t.Role):
		case x.Reaches(t.Event, own):
			if full {
				return
			}
		case t.Role == model.Role(model.WGDone) && r == model.Role(model.WGWait):
			// A Wait that is enabled without this Done is so by Dones that leave too little for this one: an overdraw, which is
			// found itself.
		case !full:
			s.races = append(s.races, FutureRace{Event: int(t.Event)})
		case t.Before().Allows(a):
			// All that touches the object without t does so before t: op is enabled there or nowhere.
			s.races = append(s.races, FutureRace{Event: int(t.Event)})
			return
		}
	}
}

// negative says whether the counter of o, a WaitGroup, has been below zero.
func (s *Futures) negative(o model.Object) bool {
	x := s.x
	for k := x.Newest(o); k >= 0; k = x.Touch(k).Prior {
		if x.Touch(k).Role == model.Overdraw {
			return true
		}
	}
	return false
}

// possible adds all events on o, if it is an object, that an operation with role r depends on, as races like f. What a
// Close of an unbuffered channel does to those who wait for one another there is unclear.
func (s *Futures) possible(o model.Object, r model.Role, own trace.Span, f FutureRace) {
	x := s.x
	if o == model.NoObject {
		return
	}
	for k := x.Newest(o); k >= 0; k = x.Touch(k).Prior {
		t := x.Touch(k)
		if t.Event <= x.NewestBarrier() || x.Relation().Full(t.Role) && x.Reaches(t.Event, own) {
			return
		}
		if !x.Relation().Dependent(r, t.Role) || x.Reaches(t.Event, own) {
			continue
		}
		race := f
		race.Event = int(t.Event)
		if op := x.OpAt(x.Event(t.Event).Op); op.Kind == model.Close && op.Cap == 0 {
			race.Unclear = true
		}
		s.races = append(s.races, race)
	}
}

// InPast says whether event i happens before whatever thread t does after the newest state.
func (s *Futures) InPast(i int, t model.Thread) bool {
	return s.x.Reaches(int32(i), s.x.Clock(t))
}

// Live says whether t, which has been seen, is pending in the newest state.
func (s *Futures) Live(t model.Thread) bool {
	x := s.x
	for _, i := range x.Waiting() {
		if x.Operation(i).Thread == t {
			return true
		}
	}
	return false
}
