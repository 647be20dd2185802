package trace

import "heddle/model"

// This file answers, without running the program, whether an operation would be enabled had an event and all that happens
// after it not been executed: what the papers write as "p is enabled after pre(E, e).notdep(e, E)". The operations whose
// enabledness depends on more than abstract states (those of timers) are taken to be enabled.

// Unclear says that EnabledWithout cannot answer: the newest event is a Wait, and the counter fell below zero since e, so
// that the Wait may have been enabled after some of the Dones only.
func (x *Execution) Unclear(e int) bool {
	p := &x.ops[x.events[len(x.events)-1].Op]
	if p.op.Kind != model.WGWait {
		return false
	}
	for k := x.objects[p.op.Obj].last; k >= 0 && x.touches[k].event >= int32(e); k = x.touches[k].prior {
		if x.touches[k].before.N < 0 {
			return true
		}
	}
	return false
}

// EnabledWithout says whether the newest event's thread could have gone on, by whatever alternative, after pre(E,
// e).notdep(e, E), where E ends before the newest event: whether the race between e and the newest event is reversible.
func (x *Execution) EnabledWithout(e int) bool {
	end := len(x.events) - 1
	p := &x.events[end]
	if p.PartnerOp >= 0 {
		return true // both partners waited and the channel was open, as it was before e
	}
	op := &x.ops[p.Op].op
	switch {
	case !op.Kind.Blocks():
		return true
	case op.Kind == model.CondWait:
		return x.wokenWithout(e, end)
	case op.Kind == model.Select:
		return x.selectWithout(e, end, p)
	case op.Obj == model.NoObject || op.Kind == model.TimerFire || op.Kind == model.Wake:
		return true
	}
	if x.statusWithout(op.Obj, e, end).Allows(op.Action(p.Choice, op.Obj)) {
		return true
	}
	return op.Cap == 0 && x.partnerWithout(e, p.Thread, model.Case{Obj: op.Obj, Send: op.Kind == model.Send})
}

// wokenWithout says whether the thread of event end, a CondWait, was woken by an event other than e and what follows from it.
func (x *Execution) wokenWithout(e, end int) bool {
	p := &x.events[end]
	k := x.touches[p.touch].prior
	for ; k >= 0; k = x.touches[k].prior {
		i := x.touches[k].event
		ev := &x.events[i]
		switch kind := x.ops[ev.Op].op.Kind; {
		case kind == model.CondAdd && ev.Thread == p.Thread:
			return false
		case i == int32(e) || x.reaches(int32(e), ev.clock):
		case kind == model.CondBroadcast || kind == model.CondSignal && ev.Partner == p.Thread:
			return true
		}
	}
	return false
}

func (x *Execution) selectWithout(e, end int, p *event) bool {
	op := &x.ops[p.Op].op
	if op.Arg == 1 {
		return true
	}
	for i := range op.Cases {
		c := &op.Cases[i]
		if c.Obj == model.NoObject {
			continue
		}
		if x.statusWithout(c.Obj, e, end).Allows(c.Action()) || c.Cap == 0 && x.partnerWithout(e, p.Thread, *c) {
			return true
		}
	}
	return false
}

// partnerWithout says whether a thread other than t waits to take the other side of c, and did not need e to get there.
func (x *Execution) partnerWithout(e int, t model.Thread, c model.Case) bool {
	for _, i := range x.pending(len(x.states) - 1) {
		p := &x.ops[i]
		if p.thread != t && p.op.Offers(c.Obj, !c.Send) && !x.reaches(int32(e), x.threads[p.thread].clock) {
			return true
		}
	}
	return false
}

// statusWithout is the state of o after pre(E, e).notdep(e, E), where E is the first end events.
func (x *Execution) statusWithout(o model.Object, e, end int) model.Status {
	oldest := int32(-1) // the oldest touch of o by e or a later event
	after := 0          // how many there are
	for k := x.objects[o].last; k >= 0 && x.touches[k].event >= int32(e); k = x.touches[k].prior {
		t := &x.touches[k]
		if t.event == int32(e) && x.relation.Full(t.role) {
			return t.before // all later ones happen after e
		}
		if t.event < int32(end) {
			oldest = k
			after++
		}
	}
	if oldest < 0 {
		if last := x.objects[o].last; last >= 0 && x.touches[last].event >= int32(end) {
			return x.touches[last].before
		}
		return x.objects[o].now
	}
	return x.replay(o, e, end, oldest, after)
}

// replay executes on o, in its state before touch oldest, those of the touches from there to end that do not happen after e.
func (x *Execution) replay(o model.Object, e, end int, oldest int32, n int) model.Status {
	x.chain = x.chain[:0]
	for k := x.objects[o].last; len(x.chain) < n; k = x.touches[k].prior {
		if x.touches[k].event < int32(end) {
			x.chain = append(x.chain, k)
		}
	}
	s := x.touches[oldest].before
	for i := n - 1; i >= 0; i-- {
		f := x.touches[x.chain[i]].event
		ev := &x.events[f]
		if f != int32(e) && !x.reaches(int32(e), ev.clock) && ev.PartnerOp < 0 {
			s = s.After(x.ops[ev.Op].op.Action(ev.Choice, o))
		}
	}
	return s
}
