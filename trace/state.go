package trace

import (
	"slices"

	"heddle/model"
	"heddle/trace/pages"
)

// An Operation is one that a thread has reached. It is pending until the thread's next event.
type Operation struct {
	Op     *model.Op
	Thread model.Thread
	Index  int32 // the number of events that the thread had executed when it reached Op, whose own event has Index+1
	State  int32 // the number of events before the first state that shows Op
	Prior  int32 // the operation that the thread reached before, -1 for none; another form of Op if it has the same Index
}

// A states is what the states between the events have shown.
type states struct {
	marks   pages.List[mark] // Invariant: marks[i] belongs to the state after i events.
	ops     pages.List[Operation]
	cases   []model.Case
	births  []model.Thread
	rests   pages.List[rest]
	waiting []int32       // the operations pending in the newest state, or nothing
	kept    operations    // what the ops point to
	alarms  []model.Alarm // those of each state that has other ones than the state before it
	several int           // the number of operations that can work on several objects: Selects, TimerFires and Wakes
	values  values
}

// A mark is what one state has shown, and the lengths of the stacks after it.
type mark struct {
	ops  int32
	rest int32 // its number in states.rests
}

// A rest is what most states have in common with the state before.
type rest struct {
	kept, cases, births int32
	live                int32 // how many operations are pending
	alarms              Span
	horizon             int64 // State.Horizon
}

// rest is that of the state after n events.
func (s *states) rest(n int32) *rest { return s.rests.At(s.marks.At(n).rest) }

// mark records the newest state, but for its operations.
func (s *states) mark(state *model.State) {
	r := rest{s.kept.all.Len(), int32(len(s.cases)), int32(len(s.births)), int32(len(state.Pending)),
		Span{int32(len(s.alarms)), int32(len(state.Alarms))}, state.Horizon}
	if n := s.rests.Len(); n > 0 && s.marks.Len() > 0 {
		before := s.rests.Last()
		if slices.Equal(s.alarmsOf(before), state.Alarms) {
			r.alarms = before.alarms
		}
		if *before == r {
			*s.marks.Add() = mark{s.ops.Len(), n - 1}
			return
		}
	}
	if r.alarms.From == int32(len(s.alarms)) {
		for i := range state.Alarms {
			s.alarms = pages.Append(s.alarms, state.Alarms[i])
		}
	}
	s.rests.Push(r)
	*s.marks.Add() = mark{s.ops.Len(), s.rests.Len() - 1}
}

func (s *states) alarmsOf(r *rest) []model.Alarm { return s.alarms[r.alarms.From:][:r.alarms.N] }

// Operation is the operation with number k. It is valid until the next Observe or Truncate.
func (s *states) Operation(k int32) *Operation { return s.ops.At(k) }

// OpAt is the Op of the operation with number k.
func (s *states) OpAt(k int32) *model.Op { return s.ops.At(k).Op }

// IsBarrier says whether e is ordered with every other event.
func (s *states) IsBarrier(e *Event) bool { return s.ops.At(e.Op).Op.Barrier() }

// PartnerIndex is what Index is, for the partner of e, a joint event.
func (s *states) PartnerIndex(e *Event) int32 { return s.ops.At(e.PartnerOp).Index + 1 }

// Waited reports whether the thread of operation k could not execute it before event e was over, although it stood there: it polled, and
// waited until a timer fired that was far. Without e it waits as well, because that timer comes after everything before it.
func (s *states) Waited(k, e int32) bool {
	p := s.ops.At(k)
	if p.Prior < 0 || p.State <= e {
		return false
	}
	before := s.ops.At(p.Prior)
	return before.Index == p.Index && before.Op.Kind == model.Never
}

// Operations is the number of operations that have been reached. They are numbered from 0.
func (s *states) Operations() int32 { return s.ops.Len() }

// Several says whether an operation that works on several objects has been reached: a Select, or one of a timer.
func (s *states) Several() bool { return s.several > 0 }

// Births are the threads that the execution has shown, oldest first. They must not be changed.
func (s *states) Births() []model.Thread { return s.births }

// Threads is the number of threads that the execution has shown.
func (s *states) Threads() int { return len(s.births) }

// States is the number of states that have been observed: as many as events, or one more.
func (s *states) States() int { return int(s.marks.Len()) }

// Live is the number of operations that are pending after the first n events.
func (s *states) Live(n int32) int { return int(s.rest(n).live) }

// PendingAt is the operation of thread t that is pending after the first n events, -1 for none.
func (x *Execution) PendingAt(t model.Thread, n int32) int32 {
	p := &x.threads[t]
	executed := p.events.Search(n)
	k := p.op
	if executed < p.events.Len() {
		k = x.events.At(p.events.At(executed)).OpOf(t)
	}
	for shown := x.marks.At(n).ops; k >= shown; {
		k = x.ops.At(k).Prior
	}
	if k >= 0 && x.ops.At(k).Index != executed {
		return -1
	}
	return k
}

// Waiting are the operations that are pending in the newest state. They must not be changed.
func (x *Execution) Waiting() []int32 {
	if len(x.waiting) == 0 && x.marks.Len() > 0 {
		for _, t := range x.births {
			if k := x.PendingAt(t, x.marks.Len()-1); k >= 0 {
				x.waiting = append(x.waiting, k)
			}
		}
	}
	return x.waiting
}

// Arrived are the operations, from one number up to another, that the newest state shows for the first time.
func (s *states) Arrived() (from, to int32) {
	n := s.marks.Len() - 1
	if n > 0 {
		from = s.marks.At(n - 1).ops
	}
	return from, s.marks.At(n).ops
}

// Alarms are State.Alarms after the first n events. They must not be changed.
func (s *states) Alarms(n int32) []model.Alarm { return s.alarmsOf(s.rest(n)) }

// Horizon is State.Horizon after the first n events.
func (s *states) Horizon(n int32) int64 { return s.rest(n).horizon }

// isSeveral says whether an operation of kind k can work on several objects.
func isSeveral(k model.Kind) bool { return k == model.Select || k.Timer() }
