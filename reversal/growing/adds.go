package growing

import (
	"heddle/model"
	"heddle/trace"
)

// adds finds, under Balanced, the Adds that disable p, a Wait: those without which, and without what happens after them, some Adds and Dones
// leave the counter at zero. All of them are found, not only the newest, because Dones are in no order. Of the sets of events that do so there is a
// largest one (see package reversal): all that can be without the Add, but for Adds that are not used up, and what happens after these.
func (s *Disablers) adds(p *trace.Operation) {
	x := s.x
	own := x.Clock(p.Thread)
	for k := x.Newest(p.Op.Obj); k >= 0; k = x.Touch(k).Prior {
		t := x.Touch(k)
		if t.Event <= x.NewestBarrier() || t.Role == model.Role(model.WGWait) && x.Reaches(t.Event, own) {
			return // what is older happens before it
		}
		if t.Role != model.Role(model.WGAdd) || x.Op(int(t.Event)).Arg == 0 || x.Reaches(t.Event, own) {
			continue
		}
		if !s.balance.Of(p.Op.Obj) {
			return
		}
		if out, some := s.zero(t.Event, own); some {
			s.list = append(s.list, Disabler{Event: int(t.Event), Unclear: out})
		}
	}
}

// zero says whether some events without e, and with all that are before e or in own, leave the counter at zero; and whether that takes leaving
// out more than e and what happens after it.
func (s *Disablers) zero(e int32, own trace.Span) (more, some bool) {
	x := s.x
	out := []int32{e}
	has := func(f int32) bool {
		for _, g := range out {
			if f == g || x.HappensBefore(int(g), int(f)) {
				return false
			}
		}
		return true
	}
	some = s.balance.UseUp(has, func(f int32) bool {
		if f < e || x.Reaches(f, own) {
			return false
		}
		out = append(out, f)
		return true
	})
	return len(out) > 1, some
}
