package reversal

import (
	"math"
	"slices"

	"heddle/model"
	"heddle/trace"
)

// heldUp is called when e does not disable the candidate after pre(E, e).u, where u has all events that are kept. If the candidate is a
// timer's, heldUp returns the event of u that must be left out of every part of u after which e does: the one that set an alarm before
// the candidate's own, or the return of the test function, or the one that stopped the timer. It returns -1 if it does not know, and
// false if there is no such part.
func (s *subsequence) heldUp() (f int32, possible bool) {
	if s.candidate.own || !s.x.OpAt(s.candidate.Op).Kind.Timer() {
		return -1, true
	}
	at := s.v.alarms.compute(&s.v.after, false)
	p := s.x.Operation(s.candidate.Op)
	if at.horizon == math.MinInt64 {
		if last := s.lastOf(0); last >= 0 && s.x.Op(int(last)).Kind == model.Return {
			return last, true
		}
		return -1, false
	}
	own := s.v.alarms.own(at, p)
	if own == nil {
		f := s.lastOn(p.Op.Obj)
		return f, f >= 0
	}
	if f := s.setBy(own); f >= 0 && !s.needs(f) {
		return -1, s.x.Op(int(s.e)).Barrier() || at.horizon >= s.soonest(p)
	}
	if own.Ticks {
		return -1, true // events on its channel decide whether it fires
	}
	if a := at.earlier(own.When); a != nil {
		if a.Ticks {
			return -1, true
		}
		f := s.setBy(a)
		return f, f >= 0
	}
	// The horizon comes no closer when events are left out. What e does to the alarms is the same, with one exception: if it puts off the
	// candidate's own, an alarm that was stopped in u may hold the candidate up then.
	return -1, own.When <= at.horizon && s.putsOff(p) && s.stopsOther(p)
}

// soonest is the first of the deadlines that p, a timer's operation, has after some part of u.
func (s *subsequence) soonest(p *trace.Operation) int64 {
	a, first := s.v.alarms, int64(math.MaxInt64)
	if when, armed := deadline(s.x.Alarms(s.v.start()), p); armed {
		first = when
	}
	if n, ok := a.numbers[alarmOf(p.Op.Obj, p.Thread)]; ok {
		from, _ := slices.BinarySearch(a.changes[n], s.v.start())
		for k, f := range a.changes[n][from:] {
			if b := &a.sets[n][from+k]; b.armed && s.v.happened(f, true) {
				first = min(first, b.when)
			}
		}
	}
	return first
}

// putsOff says whether e sets the alarm of p, a timer's operation.
func (s *subsequence) putsOff(p *trace.Operation) bool {
	op := s.x.Op(int(s.e))
	return op.Kind == model.TimerStart && op.Obj != model.NoObject && op.Obj == p.Op.Obj
}

// stopsOther says whether an event of u stops, or sets, another timer than that of p, or is one on a ticker's channel.
func (s *subsequence) stopsOther(p *trace.Operation) bool {
	for _, f := range s.v.alarms.happened(&s.v.after, s.e+1, false) {
		op := s.x.Op(int(f))
		if (op.Kind == model.TimerStop || op.Kind == model.TimerStart) && op.Obj != p.Op.Obj || op.OnTicker() {
			return true
		}
	}
	return false
}

// setBy is the event of u that set the alarm, -1 if it is older.
func (s *subsequence) setBy(a *model.Alarm) int32 {
	if a.Obj == model.NoObject {
		return s.lastOf(a.Thread)
	}
	return s.lastOn(a.Obj)
}

// lastOn is the newest event of u on the timer o, -1 if there is none.
func (s *subsequence) lastOn(o model.Object) int32 {
	if o == model.NoObject {
		return -1
	}
	last := int32(-1)
	for k := range s.v.touches(o, false) {
		if f := s.x.Touch(k).Event; f > s.e {
			last = f
		}
	}
	return last
}

// lastOf is the newest event of thread t in u, -1 if there is none.
func (s *subsequence) lastOf(t model.Thread) int32 {
	if int(t) >= len(s.u) || s.u[t] <= s.base[t] {
		return -1
	}
	return s.u.newest(s.x, t)
}
