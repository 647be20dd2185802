package reversal

import (
	"math"
	"slices"

	"heddle/model"
	"heddle/trace"
)

// An alarms is the alarms after pre(E, e).u. While no timer fires, an event changes only its own alarm, and in the same way wherever it
// is. So it does to the alarms after pre(E, e).u what it did in the execution.
type alarms struct {
	x       *trace.Execution
	clocked [][]int32 // by Thread: its events that can change alarms
	some    []int32   // see happened
	list    []model.Alarm
	horizon int64
}

// index finds the events that can change alarms; only those from fresh on are new.
func (s *alarms) index(fresh int32) {
	for t := range s.clocked {
		n, _ := slices.BinarySearch(s.clocked[t], fresh)
		s.clocked[t] = s.clocked[t][:n]
	}
	for i := fresh; i < int32(s.x.Len()); i++ {
		e := s.x.Event(i)
		if op := s.x.OpAt(e.Op); op.Clock != model.NoObject && op.Kind != model.Now {
			for int(e.Thread) >= len(s.clocked) {
				s.clocked = append(s.clocked, nil)
			}
			s.clocked[e.Thread] = append(s.clocked[e.Thread], i)
		}
	}
}

// own is the alarm of p, a timer's operation; nil if it has none.
func (s *alarms) own(p *trace.Operation) *model.Alarm {
	for i := range s.list {
		if s.list[i].Of(p.Op, p.Thread) {
			return &s.list[i]
		}
	}
	return nil
}

// compute makes the alarms those after a.
func (s *alarms) compute(a *after, with bool) {
	start := a.start()
	s.list = append(s.list[:0], s.x.Alarms(start)...)
	s.horizon = s.x.Horizon(start)
	for _, f := range s.happened(a, start, with) {
		s.change(f)
	}
}

// happened are the events from start on that can change alarms and happened, in their order. The result is valid until the next call.
func (s *alarms) happened(a *after, start int32, with bool) []int32 {
	s.some = s.some[:0]
	threads := 0
	for _, all := range s.clocked {
		n := len(s.some)
		first, _ := slices.BinarySearch(all, start)
		for _, f := range all[first:] {
			if !a.happened(f, with) {
				break // nor have later ones of its thread
			}
			s.some = append(s.some, f)
		}
		if len(s.some) > n {
			threads++
		}
	}
	if threads > 1 {
		slices.Sort(s.some)
	}
	return s.some
}

// change changes the alarms as event f does.
func (s *alarms) change(f int32) {
	x := s.x
	p := x.Operation(x.Event(f).Op)
	if int(f)+1 >= x.States() {
		return
	}
	if p.Op.Kind == model.Return || p.Op.Kind.Timer() {
		s.horizon = x.Horizon(f + 1)
	}
	s.list = slices.DeleteFunc(s.list, func(a model.Alarm) bool { return a.Of(p.Op, p.Thread) })
	for _, a := range x.Alarms(f + 1) {
		if a.Of(p.Op, p.Thread) {
			s.list = append(s.list, a)
		}
	}
}

// fires says whether the operation of a timer is enabled.
func (a *after) fires(op int32, with bool) bool {
	s := a.alarms
	s.compute(a, with)
	p := a.x.Operation(op)
	var own *model.Alarm
	near, next := int64(math.MaxInt64), int64(math.MaxInt64) // the first deadlines without those that come last, and with them
	for i := range s.list {
		l := &s.list[i]
		if l.Ticks && a.full(l, with) {
			continue
		}
		if next = min(next, l.When); !l.Last {
			near = min(near, l.When)
		}
		if l.Of(p.Op, p.Thread) {
			own = l
		}
	}
	if own == nil || s.horizon == math.MinInt64 {
		return false
	}
	last := a.x.Event(int32(a.N)).Barrier && !with && own.When == next
	return last || !own.Last && own.When <= near && own.When <= s.horizon
}

// full says whether the channel of a ticker holds a value.
func (a *after) full(ticker *model.Alarm, with bool) bool {
	if on := a.x.TouchesFrom(ticker.Obj, 0); len(on) > 0 {
		if p := a.x.Op(int(a.x.Touch(on[0]).Event)); len(p.Cases) > 0 {
			return a.status(p.Cases[0].Obj, with).N > 0
		}
	}
	for k := range a.x.Operations() {
		if p := a.x.OpAt(k); p.Obj == ticker.Obj && len(p.Cases) > 0 && p.Kind != model.Select {
			return a.status(p.Cases[0].Obj, with).N > 0
		}
	}
	return false
}
