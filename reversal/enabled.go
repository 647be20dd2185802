package reversal

import (
	"heddle/model"
	"heddle/trace"
)

// enabled says whether the transition c is enabled.
func (a *after) enabled(c *trace.Transition, with bool) bool {
	p := a.x.OpAt(c.Op)
	switch {
	case c.Joint():
		o := p.Obj
		if p.Kind == model.Select {
			o = p.Cases[c.Case].Obj
		}
		return !a.status(o, with).Closed
	case p.Kind == model.Select:
		return a.selects(p, c.Case, with)
	case p.Kind == model.CondSignal:
		return a.signals(p.Obj, c.Choice.Partner, with)
	case p.Kind == model.CondWait:
		return !a.waits(p.Obj, c.Thread, with)
	case p.Kind.Timer():
		return a.fires(c.Op, with)
	case p.Obj == model.NoObject:
		return p.Kind != model.Never
	case !p.Kind.Blocks():
		return true
	}
	return a.status(p.Obj, with).Allows(p.Action(c.Choice, p.Obj))
}

// selects says whether a Select offers case k without a partner; -1 is the default.
func (a *after) selects(p *model.Op, k int16, with bool) bool {
	if k >= 0 {
		o := p.Cases[k].Obj
		return o != model.NoObject && a.status(o, with).Allows(p.Cases[k].Action())
	}
	for i := range p.Cases {
		if o := p.Cases[i].Obj; o != model.NoObject && a.status(o, with).Allows(p.Cases[i].Action()) {
			return false
		}
	}
	return true
}

// signals says whether a Signal can wake t; or nobody, if t is NoThread.
func (a *after) signals(o model.Object, t model.Thread, with bool) bool {
	if t != model.NoThread {
		return a.waits(o, t, with)
	}
	for _, t := range a.x.Births() {
		if a.waits(o, t, with) {
			return false
		}
	}
	return true
}

// waits says whether t waits on the Cond o and has not been woken.
func (a *after) waits(o model.Object, t model.Thread, with bool) bool {
	x := a.x
	if !x.Joined(t) {
		return false
	}
	newest := int32(-1)
	if older := x.Newest(o); older >= 0 {
		if all, from := x.TouchesFrom(o, a.start()); from < all.Len() {
			older = x.Touch(all.At(from)).Prior
		}
		newest = older
	}
	for k := range a.touches(o, with) {
		newest = k
	}
	for k := newest; k >= 0; k = x.Touch(k).Prior {
		i := x.Touch(k).Event
		if !a.happened(i, with) {
			continue
		}
		e := x.Event(i)
		switch kind := x.OpAt(e.Op).Kind; {
		case kind == model.CondBroadcast, kind == model.CondSignal && (e.Partner == t || e.Partner == model.NoThread), kind == model.CondWait && e.Thread == t:
			return false
		case kind == model.CondAdd && e.Thread == t:
			return true
		}
	}
	return false
}
