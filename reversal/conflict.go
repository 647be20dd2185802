package reversal

import "heddle/model"

// This file answers what POP asks about a schedule u.c and the event e that its head c is in a race with. A transition is in conflict
// with e if it is dependent with e or takes one of e's threads. See docs/algorithms.md, POP.

// Head is the last transition of the schedule.
func (s *Schedule) Head() model.Choice { return s.last.Choice }

// After says whether event i, one of the first N, happens before the head.
func (s *Schedule) After(i int) bool {
	x, f := s.x, int32(i)
	if e := x.Event(f); e.Index <= s.past[e.Thread] {
		return true
	}
	for j := f; j < int32(s.N); j++ {
		if x.Reaches(f, x.Event(j).Clock) && s.depends(j) {
			return true
		}
	}
	return false
}

// depends says whether event j is dependent with the head.
func (s *Schedule) depends(j int32) bool {
	x, head := s.x, &s.last
	e := x.Event(j)
	if x.Relation().Refined() {
		return s.follows(j, head)
	}
	if x.DependsOn(e, head.Op) || head.Joint() && x.DependsOn(e, head.PartnerOp) {
		return true
	}
	op := x.OpAt(head.Op)
	return op.Kind == model.WGDone && x.OpAt(e.Op).Kind == model.WGDone && x.OpAt(e.Op).Obj == op.Obj && s.left() < 0
}

// left is the counter of the WaitGroup after the schedule, whose head is a Done.
func (s *Schedule) left() int32 {
	op := s.x.OpAt(s.last.Op)
	return s.status(op.Obj, false).N + int32(op.Arg)
}

// lasting says whether nothing disables e's operation, because it always has some transition: a select with a default, or a Signal.
func (s *Schedule) lasting() bool {
	e := s.x.Event(int32(s.N))
	op := s.x.OpAt(e.Op)
	return !e.Joint() && (op.Kind == model.CondSignal || op.Polls())
}

// Disables says whether the head disables e, or takes one of its threads.
func (s *Schedule) Disables() bool {
	return s.disables(s.Sequence)
}

// DisablesAfter is Disables where the schedule is v, what Since made of it: without those events before it that do not happen before the head.
func (s *Schedule) DisablesAfter(v *Remainder) bool { return s.disables(&v.Sequence) }

// disables is Disables in the state after v.
func (s *Schedule) disables(v *Sequence) bool {
	x := s.x
	e, head := x.Event(int32(s.N)), &s.last
	if head.Shares(&e.Transition) {
		return true
	}
	op := x.OpAt(e.Op)
	h := x.OpAt(head.Op)
	var o model.Object
	switch {
	case s.lasting():
		return false
	case e.Joint():
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
	now := v.status(o, false)
	if !head.Joint() && h.Touches(o) {
		now = now.After(h.Action(head.Choice, o))
	}
	a := op.Action(e.Choice, o)
	return !now.Allows(a)
}

// Covers says whether every transition that is in conflict with e is in conflict with the head as well: then no other one can come first
// beside the head. If e is a timer's, the answer is yes: see docs/algorithms.md, POP, timers.
func (s *Schedule) Covers() bool {
	x := s.x
	if x.Op(s.N).Kind.Timer() {
		return true
	}
	for k, to := x.TouchesOf(int32(s.N)); k < to; k++ {
		if t := x.Touch(k); !s.covers(t.Object, t.Role) {
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
		op := x.OpAt(k)
		h, ok := op.RoleOn(o)
		if ok && x.Relation().Refined() {
			h = s.foundLast(o).RoleOf(op, o)
		}
		if ok && x.Relation().Includes(h, r) {
			return true
		}
	}
	return false
}

// Leads says whether the schedule is the one to explore, of those that hold the same Dones and end in different ones. Dones of one
// WaitGroup are independent until the counter falls below zero. So if e is a Done, not the head alone is in conflict with it, but all
// Dones that use the counter up, and each of them is the head of a schedule in some execution. The one whose thread's name comes last
// leads.
func (s *Schedule) Leads() bool {
	x := s.x
	head := &s.last
	e, h := x.Op(s.N), x.OpAt(head.Op)
	if e.Kind != model.WGDone || h.Kind != model.WGDone || e.Obj != h.Obj || x.Dependence().Dependent(e, h) || s.left() < 0 {
		return true
	}
	for t := range s.to {
		if s.to[t] > s.from[t] && x.Names().Before(head.Thread, threadAt(t)) && !s.inside(threadAt(t)) {
			return false
		}
	}
	return s.left()+int32(e.Arg) < 0
}

// inside says whether the last event of thread t in u happens before another one of u, or before the head's operation is reached.
func (s *Schedule) inside(t model.Thread) bool {
	x := s.x
	f := s.to.newest(x, t)
	for q := range s.to {
		if g := s.to.newest(x, threadAt(q)); s.to[q] > s.from[q] && g != f && x.Reaches(f, x.Event(g).Clock) {
			return true
		}
	}
	return x.Reaches(f, x.ReachedAt(s.last.Op))
}
