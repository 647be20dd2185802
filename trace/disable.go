package trace

import "heddle/model"

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

// Disablers finds, for an operation that the newest state shows for the first time, the events e that disable it after
// pre(E, e).u for some u that notdep(e, E) allows: what lines 3 to 7 of Algorithm 5 look for. On each object it is enough to
// find the newest one: the races with older ones show in the execution in which this one is reversed. The result is valid
// until the next call.
func (x *Execution) Disablers(op int32) []Disabler {
	x.disablers = x.disablers[:0]
	p := &x.ops[op]
	switch {
	case !p.op.Kind.Blocks():
	case p.op.Kind == model.Select:
		for i := range p.op.Cases {
			if c := &p.op.Cases[i]; c.Obj != model.NoObject {
				x.channelDisabler(p, c)
			}
		}
	case p.op.Kind == model.Send || p.op.Kind == model.Recv:
		x.channelDisabler(p, &model.Case{Obj: p.op.Obj, Cap: p.op.Cap, Send: p.op.Kind == model.Send})
	case p.op.Kind == model.TimerFire || p.op.Kind == model.Wake:
		x.timerDisablers(p)
	case p.op.Obj != model.NoObject && p.op.Kind != model.CondWait:
		x.disabler(p, p.op.Obj, p.op.Action(model.Choice{}, p.op.Obj))
	}
	return x.disablers
}

func (x *Execution) channelDisabler(p *pending, c *model.Case) {
	if c.Cap > 0 {
		x.disabler(p, c.Obj, c.Action())
	} else {
		x.jointDisabler(p, c)
	}
}

// disabler walks back over o to the newest event before which a was enabled.
func (x *Execution) disabler(p *pending, o model.Object, a model.Action) {
	own := x.threads[p.thread].clock
	r := model.Role(p.op.Kind)
	rel := x.relation
	for k := x.objects[o].last; k >= 0; {
		t := &x.touches[k]
		e := t.event
		if e <= x.barrier || rel.Full(t.role) && x.reaches(e, own) {
			return
		}
		if k = t.prior; !rel.Dependent(r, t.role) && rel.Alike(r, t.role) {
			k = t.skip
		}
		if !rel.Dependent(r, t.role) || x.reaches(e, own) {
			continue
		}
		if p.op.Kind == model.WGWait && (t.before.N < 0 || x.objects[o].now.N < 0) {
			x.disablers = append(x.disablers, Disabler{Event: int(e), Unclear: true}) // some of the Dones may have to be left out
			continue
		}
		s := x.statusWithout(o, int(e), len(x.events))
		if !s.Allows(a) {
			continue
		}
		ev := &x.events[e]
		if ev.PartnerOp < 0 && !s.After(x.ops[ev.Op].op.Action(ev.Choice, o)).Allows(a) {
			x.disablers = append(x.disablers, Disabler{Event: int(e)})
		} else if rel.Refined() && s.Independent(rel, r, a, t.role) {
			continue
		}
		return // otherwise the race shows when p is executed, or is disabled
	}
}

// jointDisabler walks back over the unbuffered channel of c to the newest event that took the other side of c away.
func (x *Execution) jointDisabler(p *pending, c *model.Case) {
	own := x.threads[p.thread].clock
	others := false // a thread took, or waits to take, the other side of c
	for k := x.objects[c.Obj].last; k >= 0; k = x.touches[k].prior {
		e := x.touches[k].event
		if e <= x.barrier || x.reaches(e, own) {
			return
		}
		ev := &x.events[e]
		offers := p.op.Meets(&x.ops[ev.Op].op, c) || ev.PartnerOp >= 0 && p.op.Meets(&x.ops[ev.PartnerOp].op, c)
		closed := x.touches[k].before.Closed
		if offers && !closed {
			x.disablers = append(x.disablers, Disabler{Event: int(e), Joint: true})
			return
		}
		others = others || offers
		if x.ops[ev.Op].op.Kind == model.Close && !closed && (others || x.partnerWithout(int(e), p.thread, *c)) {
			x.disablers = append(x.disablers, Disabler{Event: int(e), Unclear: true})
			return
		}
	}
}

// timerDisablers finds what keeps a timer, which the newest event has armed and which is not enabled, from firing: timers
// started before it that are due earlier, a stop, and the return of the test function.
func (x *Execution) timerDisablers(p *pending) {
	if len(x.events) == 0 {
		return
	}
	newest, own := x.events[len(x.events)-1].clock, x.threads[p.thread].clock
	stopped := false // a timer was stopped or reset meanwhile, which may have kept p from firing, too
	for k := x.objects[p.op.Clock].last; k >= 0; k = x.touches[k].prior {
		e := x.touches[k].event
		if e <= x.barrier {
			return
		}
		if x.reaches(e, newest) || x.reaches(e, own) {
			continue
		}
		op := &x.ops[x.events[e].Op].op
		if op.Kind == model.TimerStart || op.Kind == model.Return || op.Obj != model.NoObject && op.Obj == p.op.Obj {
			x.disablers = append(x.disablers, Disabler{Event: int(e), Past: true, Unclear: stopped})
		}
		stopped = stopped || op.Kind == model.TimerStop || op.Kind == model.TimerStart && op.Obj != model.NoObject
	}
}

// Initial says whether operation op, pending in the newest state, is an initial of notdep(e, E).p: it was pending before e,
// and no event of notdep(e, E) is dependent with it.
func (x *Execution) Initial(op int32, e int) bool {
	p := &x.ops[op]
	if p.state > int32(e) {
		return false
	}
	if p.op.Obj != model.NoObject && x.touchedSince(p.op.Obj, model.Role(p.op.Kind), e) {
		return false
	}
	if p.op.Clock != model.NoObject && x.touchedSince(p.op.Clock, p.op.ClockRole(), e) {
		return false
	}
	for i := range p.op.Cases {
		if o := p.op.Cases[i].Obj; o != model.NoObject && x.touchedSince(o, model.Role(model.Select), e) {
			return false
		}
	}
	return true
}

// touchedSince says whether an event of notdep(e, E) touches o in a role that r depends on.
func (x *Execution) touchedSince(o model.Object, r model.Role, e int) bool {
	for k := x.objects[o].last; k >= 0 && x.touches[k].event > int32(e); k = x.touches[k].prior {
		t := &x.touches[k]
		if x.relation.Dependent(r, t.role) && !x.reaches(int32(e), x.events[t.event].clock) {
			return true
		}
	}
	return false
}

// Again are the operations pending in the newest state that Disablers must look at again, because the newest event has a
// part in enabling them, or is to be executed before them, and is independent of events that disable them: a Select, after
// an event on one of its channels; a Wait, after a Done that leaves the counter below zero; a timer, after something other
// than a firing happened to it. (On a single object with no such operations all events that matter are ordered.)
func (x *Execution) Again() []int32 {
	x.again = x.again[:0]
	e := &x.events[len(x.events)-1]
	op := &x.ops[e.Op].op
	negative := op.Kind == model.WGDone && x.objects[op.Obj].now.N < 0
	if !negative && x.several == 0 {
		return x.again
	}
	for _, i := range x.pending(len(x.states) - 1) {
		again := false
		switch p := &x.ops[i].op; p.Kind {
		case model.Select:
			again = x.dependsOn(e, i)
		case model.WGWait:
			again = negative && p.Obj == op.Obj
		case model.TimerFire, model.Wake:
			again = !x.ops[e.Op].op.Kind.Timer() && x.dependsOn(e, i)
		}
		if again {
			x.again = append(x.again, i)
		}
	}
	return x.again
}

// pending are the operations pending after the first n events.
func (x *Execution) pending(n int) []int32 {
	from := int32(0)
	if n > 0 {
		from = x.states[n-1].waiting
	}
	return x.waiting[from:x.states[n].waiting]
}

// Arrived are the operations that the newest state shows for the first time.
func (x *Execution) Arrived() (from, to int32) {
	n := len(x.states) - 1
	if n > 0 {
		from = x.states[n-1].ops
	}
	return from, x.states[n].ops
}
