package reversal

import (
	"math"
	"slices"

	"heddle/model"
	"heddle/trace"
)

// A setting is what an event does to one alarm.
type setting struct {
	when int64 // the deadline
	// The first and the last deadline that this event and later ones of the epoch set.
	first, last int64
	epoch       int32 // it is the same for two events on a clock if no timer fires between them
	armed       bool  // there is a deadline
}

// setting is that of event i.
func (s *alarms) setting(i int32) setting {
	x := s.x
	e := x.Event(i)
	n := setting{epoch: s.epoch(i)}
	if int(i)+1 < x.States() {
		n.when, n.armed = deadline(x.Alarms(i+1), x.Operation(e.Op))
	}
	return n
}

// deadline is that of p, an operation on a timer or of a Sleep, if its alarm is set.
func deadline(alarms []model.Alarm, p *trace.Operation) (when int64, armed bool) {
	for i := range alarms {
		if alarms[i].Of(p.Op, p.Thread) {
			return alarms[i].When, true
		}
	}
	return 0, false
}

// epoch is that of event i, on a clock. An event that all others on the clock depend on has an epoch of its own.
func (s *alarms) epoch(i int32) int32 {
	x := s.x
	clock := x.Op(int(i)).Clock
	for k, to := x.TouchesOf(i); k < to; k++ {
		if t := x.Touch(k); t.Object != clock {
			continue
		} else if x.Relation().Full(t.Role) {
			return k
		} else {
			return t.Skip
		}
	}
	return -1
}

// sum finds the first and the last deadlines, where the events from fresh on are new.
func sum(sets []setting, events []int32, fresh int32) {
	for k := len(sets) - 1; k >= 0; k-- {
		now := sets[k]
		now.first, now.last = math.MaxInt64, math.MinInt64
		if now.armed {
			now.first, now.last = now.when, now.when
		}
		if k+1 < len(sets) && sets[k+1].epoch == now.epoch {
			now.first, now.last = min(now.first, sets[k+1].first), max(now.last, sets[k+1].last)
		}
		if events[k] < fresh && now == sets[k] {
			return
		}
		sets[k] = now
	}
}

// mayHoldUp says whether event e, no barrier, may disable p, a timer's operation, after some part of notdep(e, E). Then p has a deadline there
// that is near. If e sets another alarm, that has an earlier one.
//
// No timer fires in notdep(e, E), if e is on the clock. So the horizon is that before e, and all alarms are set in the same epoch as e.
func (s *alarms) mayHoldUp(e int32, p *trace.Operation) bool {
	x := s.x
	ev := x.Event(e)
	op := x.OpAt(ev.Op)
	if op.Clock == model.NoObject || op.Clock != p.Op.Clock {
		return true
	}
	n, after := alarmOf(op.Obj, ev.Thread), int64(math.MinInt64)
	if own := n == alarmOf(p.Op.Obj, p.Thread); !own && (op.Kind == model.TimerStart || op.Kind == model.TimerStop || op.Kind.Timer()) {
		changes, sets := s.changes[s.numbers[n]], s.sets[s.numbers[n]]
		at, _ := slices.BinarySearch(changes, e)
		if after = sets[at].when; !sets[at].armed {
			return false // it holds up nothing
		}
	}
	return s.mayBeDue(p, e, after, x.Horizon(e))
}

// mayBeDue says whether p may have a deadline after one time and not after another, before e or after an event of notdep(e, E).
func (s *alarms) mayBeDue(p *trace.Operation, e int32, after, until int64) bool {
	var changes []int32
	var sets []setting
	if n, ok := s.numbers[alarmOf(p.Op.Obj, p.Thread)]; ok {
		changes, sets = s.changes[n], s.sets[n]
	}
	at, own := slices.BinarySearch(changes, e)
	if at == 0 {
		if when, armed := deadline(s.x.Alarms(e), p); armed && after < when && when <= until {
			return true
		}
	} else if b := &sets[at-1]; b.armed && after < b.when && b.when <= until {
		return true
	}
	// If e itself changes the alarm, all later changes happen after e.
	return !own && at < len(sets) && sets[at].epoch == s.epoch(e) && after < sets[at].last && sets[at].first <= until
}
