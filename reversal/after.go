package reversal

import (
	"iter"

	"heddle/model"
	"heddle/trace"
)

// An after answers questions about the state after pre(E, e).u, without running the program. Where a method has the argument with, true
// means the state after pre(E, e).u.e.
type after struct {
	x     *trace.Execution
	N     int    // e: the number of events before it
	from  prefix // pre(E, e)
	to    prefix // pre(E, e).u
	early bool   // from holds what happens before e only

	alarms *alarms
}

// happened says whether event i is in pre(E, e).u, or is e and with is true. (A Remainder may hold the event after its N first ones.)
func (a *after) happened(i int32, with bool) bool {
	return int(i) == a.N && with || a.to.holds(a.x.Event(i))
}

// status is the state of o.
func (a *after) status(o model.Object, with bool) model.Status {
	if s, ok := a.statusBeside(o, with); ok {
		return s
	}
	x := a.x
	s := x.StatusBefore(o, a.start())
	for k := range a.touches(o, with) {
		if ev := x.Event(x.Touch(k).Event); !ev.Joint() {
			s = s.After(x.OpAt(ev.Op).Action(ev.Choice, o))
		}
	}
	return s
}

// start is the first event that may not be in pre(E, e).u.
func (a *after) start() int32 {
	if a.early {
		return 0
	}
	return int32(a.N)
}

// touches yields the touches of o by events from start on that happened and change it, oldest first. After a touch with a full role, or a Wait,
// that has not happened none has: all later ones that change it happen after it, and what happened is a prefix.
func (a *after) touches(o model.Object, with bool) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		x := a.x
		for all, i := x.TouchesFrom(o, a.start()); i < all.Len(); i++ {
			k := all.At(i)
			if t := x.Touch(k); a.happened(t.Event, with) {
				if !yield(k) {
					return
				}
			} else if x.Relation().Full(t.Role) || t.Role == model.Role(model.WGWait) {
				return
			}
		}
	}
}

// statusBeside is status if e's action on o depends on every other: then all that touches o later happens after e.
func (a *after) statusBeside(o model.Object, with bool) (model.Status, bool) {
	x := a.x
	e := x.Event(int32(a.N))
	if a.to.holds(e) {
		return model.Status{}, false
	}
	for k, to := x.TouchesOf(int32(a.N)); k < to; k++ {
		t := x.Touch(k)
		if t.Object != o {
			continue
		}
		s := t.Before()
		if with && !e.Joint() {
			s = s.After(x.OpAt(e.Op).Action(e.Choice, o))
		}
		return s, x.Relation().Full(t.Role)
	}
	return model.Status{}, false
}
