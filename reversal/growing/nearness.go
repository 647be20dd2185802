package growing

import (
	"math"

	"heddle/model"
	"heddle/trace"
)

// A nearness says which timers may fire early, after some part of the execution that has all that happens before the newest event and the
// timer's operation. While no timer fires, the horizon stands still, and a timer can have the deadline that it had after the last firing and
// those that were set since. So it is far if all of these are.
type nearness struct {
	x     *trace.Execution
	left  *int32     // the events that are left of those of the last answer
	seen  int32      // the events of the last answer
	first []earliest // by thread of a timer
}

// An earliest is the first deadline that a timer had since the newest firing.
type earliest struct {
	from, to int32 // it has looked at the states from the one after the firing up to this one
	touch    int32 // the newest touch of the timer
	when     int64
}

// maybe says whether p, a timer's pending operation, may be near.
func (s *nearness) maybe(p *trace.Operation) bool {
	x := s.x
	now := int32(x.Len())
	horizon := x.Horizon(now)
	if horizon == math.MinInt64 {
		return true // nothing fires any more, and it is not known what was near before
	}
	if p.Op.Obj == model.NoObject {
		return deadline(x.Alarms(now), p) <= horizon // only its own thread sets it
	}
	fired := s.firing(p.Op.Clock)
	if fired >= 0 && !x.Reaches(fired, x.Event(now-1).Clock) && !x.Reaches(fired, x.Clock(p.Thread)) {
		return true
	}
	s.forget(now)
	for int(p.Thread) >= len(s.first) {
		s.first = append(s.first, earliest{to: math.MaxInt32})
	}
	return s.update(&s.first[p.Thread], p, fired+1, now).when <= horizon
}

// forget drops what is known of states that are gone.
func (s *nearness) forget(now int32) {
	if *s.left < s.seen {
		for i := range s.first {
			if s.first[i].to > *s.left {
				s.first[i].to = math.MaxInt32
			}
		}
	}
	*s.left, s.seen = now, now
}

// update brings e, that of p, up to date.
func (s *nearness) update(e *earliest, p *trace.Operation, from, now int32) *earliest {
	x := s.x
	newest := x.Newest(p.Op.Obj)
	if e.to == math.MaxInt32 || e.from != from {
		*e = earliest{from, from, -1, deadline(x.Alarms(from), p)}
	}
	if e.touch != newest {
		for all, i := x.TouchesFrom(p.Op.Obj, e.to); i < all.Len(); i++ {
			e.when = min(e.when, deadline(x.Alarms(x.Touch(all.At(i)).Event+1), p))
		}
	}
	e.to, e.touch = now, newest
	return e
}

// firing is the newest event on the clock that all later ones on it depend on, -1 for none.
func (s *nearness) firing(clock model.Object) int32 {
	x := s.x
	k := x.Newest(clock)
	if k >= 0 && !x.Relation().Full(x.Touch(k).Role) {
		k = x.Touch(k).Skip
	}
	if k < 0 {
		return -1
	}
	return x.Touch(k).Event
}

// deadline is that of p, a timer's operation.
func deadline(alarms []model.Alarm, p *trace.Operation) int64 {
	for i := range alarms {
		if alarms[i].Of(p.Op, p.Thread) {
			return alarms[i].When
		}
	}
	return math.MaxInt64
}
