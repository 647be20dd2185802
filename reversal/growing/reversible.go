package growing

import (
	"heddle/model"
	"heddle/trace"
)

// This file answers whether an operation would be enabled if an event, and all that happens after it, had not been executed: whether
// it is enabled after pre(E, e).notdep(e, E). The operations of timers are taken to be enabled: that depends on more than the status
// of objects.

// Unclear says that Reversible cannot answer for e: the newest event is a Wait, and the counter fell below zero since e. Then the Wait
// may be enabled after some of the Dones only.
func (r *Races) Unclear(e int) bool {
	x := r.x
	p := x.Operation(x.Event(int32(x.Len()) - 1).Op)
	if p.Op.Kind != model.WGWait {
		return false
	}
	for k := x.Newest(p.Op.Obj); k >= 0 && x.Touch(k).Event >= int32(e); k = x.Touch(k).Prior {
		if x.Touch(k).Before().N < 0 {
			return true
		}
	}
	return false
}

// Reversible says whether the race between e and the newest event is reversible: whether the thread of the newest event could have gone
// on, by any alternative, after pre(E, e).notdep(e, E), where E ends before the newest event.
func (r *Races) Reversible(e int) bool {
	x := r.x
	end := x.Len() - 1
	p := x.Event(int32(end))
	if p.Joint() {
		return true // both partners waited and the channel was open, as it was before e
	}
	op := x.OpAt(p.Op)
	switch {
	case !op.Kind.Blocks():
		return true
	case op.Kind == model.CondWait:
		return r.wokenWithout(e, end)
	case op.Kind == model.Select:
		return r.selectWithout(e, end, p)
	case op.Obj == model.NoObject || op.Kind.Timer():
		return true
	}
	if r.statusWithout(op.Obj, e, end).Allows(op.Action(p.Choice, op.Obj)) {
		return true
	}
	return op.Cap == 0 && r.partnerWithout(e, p.Thread, model.Case{Obj: op.Obj, Send: op.Kind == model.Send})
}

// wokenWithout says whether the thread of event end, a CondWait, was woken by an event other than e and what follows from it.
func (r *Races) wokenWithout(e, end int) bool {
	x := r.x
	p := x.Event(int32(end))
	first, _ := x.TouchesOf(int32(end))
	k := x.Touch(first).Prior
	for ; k >= 0; k = x.Touch(k).Prior {
		i := x.Touch(k).Event
		ev := x.Event(i)
		switch kind := x.OpAt(ev.Op).Kind; {
		case kind == model.CondAdd && ev.Thread == p.Thread:
			return false
		case i == int32(e) || x.Reaches(int32(e), ev.Clock):
		case kind == model.CondBroadcast || kind == model.CondSignal && ev.Partner == p.Thread:
			return true
		}
	}
	return false
}

func (r *Races) selectWithout(e, end int, p *trace.Event) bool {
	x := r.x
	op := x.OpAt(p.Op)
	if op.Arg == 1 {
		return true
	}
	for i := range op.Cases {
		c := &op.Cases[i]
		if c.Obj == model.NoObject {
			continue
		}
		if r.statusWithout(c.Obj, e, end).Allows(c.Action()) || c.Cap == 0 && r.partnerWithout(e, p.Thread, *c) {
			return true
		}
	}
	return false
}

// partnerWithout says whether a thread other than t waits to take the other side of c, and did not need e to get there.
func (r *Races) partnerWithout(e int, t model.Thread, c model.Case) bool {
	x := r.x
	for _, i := range x.Waiting() {
		p := x.Operation(i)
		if p.Thread != t && p.Op.Opposes(&c) && !x.Reaches(int32(e), x.Clock(p.Thread)) {
			return true
		}
	}
	return false
}

// statusWithout is the state of o after pre(E, e).notdep(e, E), where E is the first end events.
func (r *Races) statusWithout(o model.Object, e, end int) model.Status {
	x := r.x
	oldest := int32(-1) // the oldest touch of o by e or a later event
	after := 0          // how many there are
	for k := x.Newest(o); k >= 0 && x.Touch(k).Event >= int32(e); k = x.Touch(k).Prior {
		t := x.Touch(k)
		if t.Event == int32(e) && x.Relation().Full(t.Role) {
			return t.Before() // all later ones happen after e
		}
		if t.Event < int32(end) {
			oldest = k
			after++
		}
	}
	if oldest < 0 {
		if last := x.Newest(o); last >= 0 && x.Touch(last).Event >= int32(end) {
			return x.Touch(last).Before()
		}
		return x.Status(o)
	}
	return r.replay(o, e, end, oldest, after)
}

// replay executes on o, in its state before touch oldest, those of the touches from there to end that do not happen after e.
func (r *Races) replay(o model.Object, e, end int, oldest int32, n int) model.Status {
	x := r.x
	r.chain = r.chain[:0]
	for k := x.Newest(o); len(r.chain) < n; k = x.Touch(k).Prior {
		if x.Touch(k).Event < int32(end) {
			r.chain = append(r.chain, k)
		}
	}
	s := x.Touch(oldest).Before()
	for i := n - 1; i >= 0; i-- {
		f := x.Touch(r.chain[i]).Event
		ev := x.Event(f)
		if f != int32(e) && !x.Reaches(int32(e), ev.Clock) && !ev.Joint() {
			s = s.After(x.OpAt(ev.Op).Action(ev.Choice, o))
		}
	}
	return s
}
