package reversal

import (
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
	chain  []int32 // scratch: touches of one object
}

// happened says whether event i is in pre(E, e).u, or is e and with is true.
func (a *after) happened(i int32, with bool) bool {
	if int(i) == a.N {
		return with
	}
	return a.to.holds(a.x.Event(i))
}

// status is the state of o.
func (a *after) status(o model.Object, with bool) model.Status {
	if s, ok := a.statusBeside(o, with); ok {
		return s
	}
	x := a.x
	a.chain = a.chain[:0]
	s := x.Status(o)
	for k := x.Newest(o); k >= 0 && (a.early || int(x.Touch(k).Event) >= a.N); k = x.Touch(k).Prior {
		s = x.Touch(k).Before
		if a.happened(x.Touch(k).Event, with) {
			a.chain = append(a.chain, k)
		}
	}
	for i := len(a.chain) - 1; i >= 0; i-- {
		if ev := x.Event(x.Touch(a.chain[i]).Event); !ev.Joint() {
			s = s.After(x.OpAt(ev.Op).Action(ev.Choice, o))
		}
	}
	return s
}

// statusBeside is status if e's action on o depends on every other: then all that touches o later happens after e.
func (a *after) statusBeside(o model.Object, with bool) (model.Status, bool) {
	x := a.x
	e := x.Event(int32(a.N))
	for k := e.Touches.From; k < e.Touches.From+e.Touches.N; k++ {
		t := x.Touch(k)
		if t.Object != o {
			continue
		}
		s := t.Before
		if with && !e.Joint() {
			s = s.After(x.OpAt(e.Op).Action(e.Choice, o))
		}
		return s, x.Relation().Full(t.Role)
	}
	return model.Status{}, false
}
