package trace

import "heddle/model"

// A FutureRace is an event that an operation may have to come before, which a thread may reach after the newest state.
type FutureRace struct {
	Event int
	// Unclear says that it is not known which transitions lead to the operation before the event.
	Unclear bool
	// Offered says that only a thread that could execute the operation before the event need do so.
	Offered bool
}

// FutureRaces finds the events of the execution with which op is in a reversible race, or which disable it, if thread t or one
// that t will start comes to op after the newest state, whatever is executed until then. An overdraw is a Done that left the
// counter below zero, and a Wait that such a Done may come before. The result is valid until the next call.
//
// What is executed until then is not known, so the answer errs to the side of too many. Older events that happen before one of the
// result are left out where that one is certain, as in Disablers: they are found in the execution in which it is reversed.
func (x *Execution) FutureRaces(op *model.Op, t model.Thread, overdraws bool) []FutureRace {
	x.future = x.future[:0]
	own := x.threads[t].clock
	switch {
	case op.Clock != model.NoObject:
		x.possible(op.Clock, op.ClockRole(), own, FutureRace{Unclear: true})
		if op.Obj != model.NoObject {
			x.possible(op.Obj, model.Role(op.Kind), own, FutureRace{Unclear: true})
		}
		for i := range op.Cases {
			x.possible(op.Cases[i].Obj, model.Role(model.Select), own, FutureRace{Unclear: true})
		}
	case op.Kind == model.WGWait && (overdraws || x.negative(op.Obj)): // some of the Dones may have to be left out
		x.possible(op.Obj, model.Role(model.WGWait), own, FutureRace{Unclear: true})
	case op.Kind == model.CondWait:
		// Only a Signal enables it, and the Signals are ordered among one another.
		x.possible(op.Obj, model.Role(model.CondWait), own, FutureRace{Offered: true})
	case op.Plain():
		r := model.Role(op.Kind)
		if overdraws {
			r = model.Overdraw
		}
		x.reversible(op, r, own)
	case op.Obj != model.NoObject:
		x.possible(op.Obj, model.Role(model.Select), own, FutureRace{})
	default:
		for i := range op.Cases {
			if o := op.Cases[i].Obj; o != model.NoObject {
				x.possible(o, model.Role(model.Select), own, FutureRace{})
			}
		}
	}
	return x.future
}

// reversible adds the events on op's object that race with it, newest first.
func (x *Execution) reversible(op *model.Op, r model.Role, own span) {
	a := op.Action(model.Choice{}, op.Obj)
	rel := x.relation
	for k := x.newest(op.Obj); k >= 0; k = x.touches[k].prior {
		t := &x.touches[k]
		if t.event <= x.barrier {
			return
		}
		full := rel.Full(t.role)
		switch {
		case !rel.Dependent(r, t.role):
		case x.reaches(t.event, own):
			if full {
				return
			}
		case t.role == model.Role(model.WGDone) && r == model.Role(model.WGWait):
			// A Wait that is enabled without this Done is so by Dones that leave too little for this one: an overdraw, which is
			// found itself.
		case !full:
			x.future = append(x.future, FutureRace{Event: int(t.event)})
		case t.before.Allows(a):
			// All that touches the object without t does so before t: op is enabled there or nowhere.
			x.future = append(x.future, FutureRace{Event: int(t.event)})
			return
		}
	}
}

// negative says whether the counter of o, a WaitGroup, has been below zero.
func (x *Execution) negative(o model.Object) bool {
	for k := x.newest(o); k >= 0; k = x.touches[k].prior {
		if x.touches[k].role == model.Overdraw {
			return true
		}
	}
	return false
}

// possible adds all events on o that an operation with role r depends on, as races like f. What a Close of an unbuffered channel
// does to those who wait for one another there is unclear.
func (x *Execution) possible(o model.Object, r model.Role, own span, f FutureRace) {
	for k := x.newest(o); k >= 0; k = x.touches[k].prior {
		t := &x.touches[k]
		if t.event <= x.barrier || x.relation.Full(t.role) && x.reaches(t.event, own) {
			return
		}
		if !x.relation.Dependent(r, t.role) || x.reaches(t.event, own) {
			continue
		}
		race := f
		race.Event = int(t.event)
		if op := &x.ops[x.events[t.event].Op].op; op.Kind == model.Close && op.Cap == 0 {
			race.Unclear = true
		}
		x.future = append(x.future, race)
	}
}

// newest is the newest touch of o, which an earlier execution has named; -1 for none.
func (x *Execution) newest(o model.Object) int32 {
	if int(o) >= len(x.objects) {
		return -1
	}
	return x.objects[o].last
}

// Covers says whether all that depends on b depends on a, too, and each of the two has one object only.
func (x *Execution) Covers(a, b *model.Op) bool {
	return a.Plain() && b.Plain() && a.Obj == b.Obj && (x.relation.Full(model.Role(a.Kind)) || a.Kind == b.Kind)
}

// RaceOf says of event e, which is in a race with the newest event, whether it is with its owner's operation, and whether with
// its partner's.
func (x *Execution) RaceOf(e int) (own, partner bool) {
	n := &x.events[len(x.events)-1]
	own = x.dependsOn(&x.events[e], n.Op) && (n.before < 0 || !x.reaches(int32(e), x.events[n.before].clock))
	partner = n.PartnerOp >= 0 && x.dependsOn(&x.events[e], n.PartnerOp) &&
		(n.partnerPrior < 0 || !x.reaches(int32(e), x.events[n.partnerPrior].clock))
	return own || !partner, partner
}

// Waiting are the operations pending in the newest state, in the order of State.Pending; OpAt gives them.
func (x *Execution) Waiting() []int32 { return x.pending(len(x.states) - 1) }

// InPast says whether event i happens before whatever thread t does after the newest state.
func (x *Execution) InPast(i int, t model.Thread) bool {
	return x.reaches(int32(i), x.threads[t].clock)
}

// Overdrew says whether the newest event is a Done that left the counter of its WaitGroup below zero.
func (x *Execution) Overdrew() bool {
	e := &x.events[len(x.events)-1]
	return x.ops[e.Op].op.Kind == model.WGDone && x.touches[e.touch].role == model.Overdraw
}

// ThreadOf is the thread of operation op.
func (x *Execution) ThreadOf(op int32) model.Thread { return x.ops[op].thread }

// Live says whether t, which has been seen, is pending in the newest state.
func (x *Execution) Live(t model.Thread) bool {
	for _, i := range x.Waiting() {
		if x.ops[i].thread == t {
			return true
		}
	}
	return false
}

// Starter is t if it is pending in the state before event e, else the one of its ancestors that is.
func (x *Execution) Starter(e int, t model.Thread) model.Thread {
	for ; t != model.NoThread; t = x.names.Parent(t) {
		for _, i := range x.pending(e) {
			if x.ops[i].thread == t {
				return t
			}
		}
	}
	return model.NoThread
}
