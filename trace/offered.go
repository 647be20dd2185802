package trace

import "heddle/model"

// This file answers whether a transition would be offered after pre(E, e).u, where u is the sequence that Reversals is
// making, without running the program; or after pre(E, e).u.e, if with is true.

func (x *Execution) offered(c model.Choice, op, partner int32, with bool) bool {
	p := &x.ops[op].op
	switch {
	case partner >= 0:
		o := p.Obj
		if p.Kind == model.Select {
			o = p.Cases[c.Case].Obj
		}
		return !x.statusAfter(o, with).Closed
	case p.Kind == model.Select:
		return x.selects(p, c.Case, with)
	case p.Kind == model.CondSignal:
		return x.signals(p.Obj, c.Partner, with)
	case p.Kind == model.CondWait:
		return !x.waits(p.Obj, c.Thread, with)
	case p.Kind == model.TimerFire || p.Kind == model.Wake:
		return x.fires(op, with)
	case p.Obj == model.NoObject:
		return p.Kind != model.Never
	case !p.Kind.Blocks():
		return true
	}
	return x.statusAfter(p.Obj, with).Allows(p.Action(c, p.Obj))
}

// selects says whether a Select offers a case without a partner; -1 is the default.
func (x *Execution) selects(p *model.Op, k int16, with bool) bool {
	if k >= 0 {
		o := p.Cases[k].Obj
		return o != model.NoObject && x.statusAfter(o, with).Allows(p.Cases[k].Action())
	}
	for i := range p.Cases {
		if o := p.Cases[i].Obj; o != model.NoObject && x.statusAfter(o, with).Allows(p.Cases[i].Action()) {
			return false
		}
	}
	return true
}

// signals says whether a Signal can wake t, or none if t is NoThread.
func (x *Execution) signals(o model.Object, t model.Thread, with bool) bool {
	if t != model.NoThread {
		return x.waits(o, t, with)
	}
	for _, t := range x.births {
		if x.waits(o, t, with) {
			return false
		}
	}
	return true
}

// waits says whether t waits on the Cond o and has not been woken.
func (x *Execution) waits(o model.Object, t model.Thread, with bool) bool {
	for k := x.objects[o].last; k >= 0; k = x.touches[k].prior {
		i := x.touches[k].event
		if !x.happened(i, with) {
			continue
		}
		e := &x.events[i]
		switch kind := x.ops[e.Op].op.Kind; {
		case kind == model.CondBroadcast, kind == model.CondSignal && e.Partner == t, kind == model.CondWait && e.Thread == t:
			return false
		case kind == model.CondAdd && e.Thread == t:
			return true
		}
	}
	return false
}

// happened says whether event i is in pre(E, e).u, or is e and with is true.
func (x *Execution) happened(i int32, with bool) bool {
	r := &x.reversal
	if i == r.e {
		return with
	}
	return r.sequence.to.holds(&x.events[i])
}

// statusAfter is the state of o after pre(E, e).u.
func (x *Execution) statusAfter(o model.Object, with bool) model.Status {
	if s, ok := x.statusBeside(o, with); ok {
		return s
	}
	x.chain = x.chain[:0]
	s := x.objects[o].now
	for k := x.objects[o].last; k >= 0 && (x.reversal.early || x.touches[k].event >= x.reversal.e); k = x.touches[k].prior {
		s = x.touches[k].before
		if x.happened(x.touches[k].event, with) {
			x.chain = append(x.chain, k)
		}
	}
	for i := len(x.chain) - 1; i >= 0; i-- {
		if ev := &x.events[x.touches[x.chain[i]].event]; ev.PartnerOp < 0 {
			s = s.After(x.ops[ev.Op].op.Action(ev.Choice, o))
		}
	}
	return s
}

// statusBeside is statusAfter if all that touches o later happens after e, because e's action on it depends on every other.
func (x *Execution) statusBeside(o model.Object, with bool) (model.Status, bool) {
	e := &x.events[x.reversal.e]
	end := int32(len(x.touches))
	if n := int(x.reversal.e) + 1; n < len(x.events) {
		end = x.events[n].touch
	}
	for k := e.touch; k < end; k++ {
		t := &x.touches[k]
		if t.object != o {
			continue
		}
		s := t.before
		if with && e.PartnerOp < 0 {
			s = s.After(x.ops[e.Op].op.Action(e.Choice, o))
		}
		return s, x.relation.Full(t.role)
	}
	return model.Status{}, false
}
