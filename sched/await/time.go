package await

import (
	"math"

	"heddle/model"
	"heddle/sched/clock"
)

// What waits for time comes to no end by itself: a loop that sleeps, or takes the ticks of a ticker, and looks at something in between, or
// a function of AfterFunc that looks and starts its timer again. If nothing that they look at changes, time need not pass step by step.

// Yields notes a call of Gosched, and reports whether t sleeps instead: it has called it often and done nothing else that is an operation.
func (t *Thread) Yields() bool {
	if t.yields++; t.yields < 1000 {
		return false
	}
	t.yields -= most / 2
	return true
}

// sleeps reports whether the operation of t is the start of a Sleep, not of a timer.
func (t *Thread) sleeps() bool { return t.Operation.Op.Obj == model.NoObject }

// restarts reports whether the operation of t, a TimerStart, starts the timer again whose function t runs.
func (t *Thread) restarts() bool {
	return t.parent != nil && t.parent.Operation.Op.Kind == model.TimerFire && t.parent.Operation.Op.Obj == t.Operation.Op.Obj
}

// waitsForTime reports whether t stands before a Sleep, or waits for a ticker.
func (s *Set) waitsForTime(t *Thread) bool {
	switch o := t.Operation; o.Op.Kind {
	case model.TimerStart:
		return t.sleeps()
	case model.Recv, model.Select:
		return o.Op.OnTicker() && !o.Op.Polls()
	}
	return false
}

// Futile reports whether t polls for ever, unless another thread does something.
func (s *Set) Futile(t *Thread) bool {
	return !t.Done && (t.Waits || t.Sleeps && t.Operation.Op.Kind != model.TimerStart) && !s.Missed(t)
}

// idles reports whether an alarm, of a timer or of a thread that sleeps, leads to nothing: only threads that poll wait for it.
func (s *Set) idles(tm *clock.Timer, sleeper model.Thread) bool {
	switch {
	case tm == nil:
		return s.Futile(s.of(sleeper))
	case tm.C == nil:
		child := s.of(tm.Thread).child
		return child != nil && child.Done && child.inVain && !s.Missed(child)
	case tm.Period == 0:
		return false
	}
	waiting := false
	for _, t := range s.threads {
		if t.Done || !t.Operation.Op.Touches(tm.Channel) || t.Operation.Op.Kind == model.TimerFire {
			continue
		}
		if waiting = true; !s.Futile(t) {
			return false
		}
	}
	return waiting
}

// awaited returns the next deadline that leads to something; math.MaxInt64 if there is none.
func (s *Set) awaited() int64 {
	return s.Clock.Next(func(tm *clock.Timer, sleeper model.Thread) bool { return !s.idles(tm, sleeper) })
}

// Hopeless reports whether nothing changes any more, although time can pass.
func (s *Set) Hopeless() bool { return s.On && !s.proves && s.awaited() == math.MaxInt64 }

// Wake ends a sleep of t until when, which took so many nanoseconds, and returns when it is then. Far says that nothing else can run.
func (s *Set) Wake(t *Thread, when, slept int64, far bool) int64 {
	if far {
		when = s.skip(nil, t.ID, when, clock.Deadline(when, slept)-when)
	}
	s.Clock.Wake(t.ID)
	s.Clock.Pass(when, far)
	s.timePassed()
	return when
}

// Fire notes that tm fires, likewise.
func (s *Set) Fire(tm *clock.Timer, far bool) {
	if far {
		tm.When = s.skip(tm, model.NoThread, tm.When, tm.Every())
	}
	s.Clock.Fire(tm, far)
	s.timePassed()
}

// skip returns to when the time passes at once that would pass to a deadline, of a timer or a thread that sleeps, if that leads to nothing
// and comes again after each period: to the last of its deadlines before something else happens.
func (s *Set) skip(tm *clock.Timer, sleeper model.Thread, when, period int64) int64 {
	if !s.On || s.Drains || period <= 0 || !s.idles(tm, sleeper) {
		return when
	}
	if next := s.awaited(); next < math.MaxInt64 && when < next {
		when += (next - when) / period * period
	}
	return when
}

// timePassed ends all waiting if the last moment at which nothing else could run is a new one.
func (s *Set) timePassed() {
	for _, t := range s.threads {
		if !t.Waits {
			continue
		}
		if v := &t.visited[t.last.visit]; v.base != s.Clock.Base {
			t.Waits, v.base = false, s.Clock.Base
		}
	}
}
