package reversal

import "heddle/model"

// This file finds, under Balanced, the u after which a Wait is enabled: those after which the counter is zero. The Adds and Dones are in no
// order there, so one has to choose among them. But of two such u the union is one as well, because no set of events that is closed under
// happens-before leaves the counter below zero. So there is a largest one. It is enough, as in choose: an execution that begins with it and
// with the Wait has Adds of it that disable the Wait after a smaller one.

// counted says whether the candidate is a Wait on a counter that is a sum.
func (s *subsequence) counted() bool {
	return s.x.Relation().Balanced() && s.x.OpAt(s.candidate.Op).Kind == model.WGWait
}

// useUp makes u the largest one after which the counter is zero: it leaves out each Add that is not used up by Dones of u. It returns false if
// there is none, because the Add is in pre(E, e) or comes before the candidate.
func (s *subsequence) useUp() bool {
	o := s.x.OpAt(s.candidate.Op).Obj
	if s.matched != o {
		s.matched = model.NoObject
		if !s.balance.Of(o) {
			return false
		}
		s.matched = o
	}
	has := func(f int32) bool { return s.v.happened(f, false) }
	for {
		s.all()
		f, some := s.balance.Excess(has)
		if !some {
			return true
		}
		if f < 0 || s.base.holds(s.x.Event(f)) || s.needs(f) {
			return false
		}
		s.out = append(s.out, f)
	}
}
