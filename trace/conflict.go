package trace

import "heddle/model"

// This file answers what POP asks about a schedule u.c and the event e with which its last transition, the head, is in a race. A
// transition is in conflict with e if it is dependent with it or takes one of its threads.

// Head is the last transition of the schedule.
func (s *Schedule) Head() model.Choice { return s.last.Choice }

// After says whether event i, one of the first N, happens before the head.
func (s *Schedule) After(i int) bool {
	x, f := s.x, int32(i)
	if e := &x.events[f]; e.index <= s.past[e.Thread] {
		return true
	}
	for j := f; j < int32(s.N); j++ {
		if x.reaches(f, x.events[j].clock) && s.depends(j) {
			return true
		}
	}
	return false
}

// depends says whether event j is dependent with the head.
func (s *Schedule) depends(j int32) bool {
	x, head := s.x, &s.last
	e := &x.events[j]
	if x.dependsOn(e, head.Op) || head.PartnerOp >= 0 && x.dependsOn(e, head.PartnerOp) {
		return true
	}
	op := &x.ops[head.Op].op
	return op.Kind == model.WGDone && x.ops[e.Op].op.Kind == model.WGDone && x.ops[e.Op].op.Obj == op.Obj && s.left() < 0
}

// left is the counter of the WaitGroup after the schedule, whose head is a Done.
func (s *Schedule) left() int32 {
	op := &s.x.ops[s.last.Op].op
	return s.x.statusAfter(op.Obj, false).N + int32(op.Arg)
}

// Lasting says whether e's operation can be executed at any time, by one transition or another, so that nothing disables it.
func (s *Schedule) Lasting() bool {
	e := &s.x.events[s.N]
	op := &s.x.ops[e.Op].op
	return e.PartnerOp < 0 && (op.Kind == model.CondSignal || op.Polls())
}

// Disables says whether the head disables e, or takes one of its threads.
func (s *Schedule) Disables() bool {
	x := s.x
	e, head := &x.events[s.N], &s.last
	if head.Takes(e.Thread) || e.PartnerOp >= 0 && head.Takes(e.Partner) {
		return true
	}
	op := &x.ops[e.Op].op
	h := &x.ops[head.Op].op
	var o model.Object
	switch {
	case s.Lasting():
		return false
	case e.PartnerOp >= 0:
		if o = op.Obj; op.Kind == model.Select {
			o = op.Cases[e.Case].Obj
		}
		return h.Kind == model.Close && h.Obj == o
	case op.Kind == model.Select:
		o = op.Cases[e.Case].Obj
	default:
		o = op.Obj
	}
	if o == model.NoObject || !op.Kind.Blocks() || op.Kind == model.CondWait {
		return false
	}
	now := x.statusAfter(o, false)
	if head.PartnerOp < 0 && h.Names(o) {
		now = now.After(h.Action(head.Choice, o))
	}
	a := op.Action(e.Choice, o)
	return !now.Allows(a)
}

// Covers says whether every transition that is in conflict with e is in conflict with the head: no other one can be the first of
// them beside it. A timer that is e covers itself: see default in docs/algorithms.md.
func (s *Schedule) Covers() bool {
	x := s.x
	e := &x.events[s.N]
	if x.ops[e.Op].op.Kind.Timer() {
		return true
	}
	end := int32(len(x.touches))
	if s.N+1 < len(x.events) {
		end = x.events[s.N+1].touch
	}
	for k := e.touch; k < end; k++ {
		if t := &x.touches[k]; !s.covers(t.object, t.role) {
			return false
		}
	}
	return true
}

// covers says whether all that depends on role r on o depends on the head.
func (s *Schedule) covers(o model.Object, r model.Role) bool {
	x := s.x
	head := &s.last
	for _, k := range [...]int32{head.Op, head.PartnerOp} {
		if k < 0 {
			continue
		}
		if h, ok := x.ops[k].op.RoleOn(o); ok && x.relation.Includes(h, r) {
			return true
		}
	}
	return false
}

// Leads says whether the schedule may stand for all those that end in another of its Dones. Dones of one WaitGroup are
// independent until the counter falls below zero: if e is one of them, it is not the head alone that is in conflict with it but
// all Dones that use the counter up, and each of them is the head of a schedule in some execution. The one whose thread's name comes last leads.
func (s *Schedule) Leads() bool {
	x := s.x
	head := &s.last
	e, h := x.Op(s.N), &x.ops[head.Op].op
	if e.Kind != model.WGDone || h.Kind != model.WGDone || e.Obj != h.Obj || x.dep.Dependent(e, h) || s.left() < 0 {
		return true
	}
	for t := range s.to {
		if s.to[t] > s.from[t] && x.names.Before(head.Thread, model.Thread(t)) && !s.inside(model.Thread(t)) {
			return false
		}
	}
	return s.left()+int32(e.Arg) < 0
}

// inside says whether the last event of thread t in u happens before another one of u, or before the head's operation is reached.
func (s *Schedule) inside(t model.Thread) bool {
	x := s.x
	f := x.threads[t].events[s.to[t]-1]
	for q := range s.to {
		if model.Thread(q) != t && s.to[q] > s.from[q] && x.reaches(f, x.events[x.threads[q].events[s.to[q]-1]].clock) {
			return true
		}
	}
	return x.reaches(f, x.past(s.last.Op))
}
