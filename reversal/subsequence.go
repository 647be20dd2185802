package reversal

import (
	"slices"

	"heddle/model"
	"heddle/trace"
)

// A subsequence is a u of line 11 of Algorithm 6 of the source sets paper (2017), while it is being chosen for one candidate: some
// events of w = notdep(e, E), without any event that happens after one that is left out. So pre(E, e).u is a prefix.
//
// Only the events of w that the candidate is dependent with are chosen, one by one. The others follow from these.
type subsequence struct {
	*notdep
	v         *Sequence // u is its events
	candidate candidate
	u         prefix  // pre(E, e).u
	met       []int32 // the events of w that the candidate is dependent with, in their order
	out       []int32 // the events of w that are in no u: those that execute the candidate's operations, and those left out
	balance   *trace.Balance
}

// begin starts with the base as u, and says whether the candidate's operations can be pending after some u.
func (s *subsequence) begin(c candidate) bool {
	for len(s.u) < len(s.base) {
		s.u = append(s.u, 0)
	}
	copy(s.u, s.base)
	s.candidate, s.met, s.out = c, s.met[:0], s.out[:0]
	s.v.begin(s.notdep, s.u)
	for _, k := range [...]int32{c.Op, c.PartnerOp} {
		if k < 0 {
			continue
		}
		if f := s.x.ExecutedBy(k); f >= 0 && s.inW(f) {
			if s.needs(f) {
				return false
			}
			s.out = append(s.out, f)
		}
	}
	return true
}

// meet finds the events that the candidate is dependent with.
func (s *subsequence) meet() {
	objects := 0
	for _, k := range [...]int32{s.candidate.Op, s.candidate.PartnerOp} {
		if k < 0 {
			continue
		}
		op := s.x.OpAt(k)
		if op.Barrier() {
			s.met = s.without().since(s.base, s.x, s.met[:0])
			return
		}
		objects += s.meetOn(op.Obj)
		if op.Clock != model.NoObject {
			objects += s.meetClocked()
		}
		for i := range op.Cases {
			objects += s.meetOn(op.Cases[i].Obj)
		}
	}
	if objects > 1 { // or threads
		slices.Sort(s.met)
		s.met = slices.Compact(s.met)
	}
}

// meetOn is meet for the events that touch o. It returns 1 if there are any, else 0.
func (s *subsequence) meetOn(o model.Object) int {
	x, n := s.x, len(s.met)
	if o == model.NoObject {
		return 0
	}
	for all, i := x.TouchesFrom(o, s.v.start()); i < all.Len(); i++ {
		t := x.Touch(all.At(i))
		if s.inW(t.Event) {
			if s.meets(t.Event) {
				s.met = append(s.met, t.Event)
			}
		} else if !s.base.holds(x.Event(t.Event)) && x.Relation().Full(t.Role) {
			break // all later ones happen after it
		}
	}
	return min(1, len(s.met)-n)
}

// meetClocked is meet for the events on a clock. It returns the number of their threads. Most of these events are independent of one another,
// so w has some of them after others that it does not have.
func (s *subsequence) meetClocked() (threads int) {
	to := s.without()
	for t, all := range s.v.alarms.clocked {
		if s.base[t] == to[t] {
			continue
		}
		events, n := s.x.EventsOf(threadAt(t)), len(s.met)
		from, _ := slices.BinarySearch(all, events.At(s.base[t]))
		for _, f := range all[from:] {
			if f > events.At(to[t]-1) {
				break
			}
			if s.meets(f) {
				s.met = append(s.met, f)
			}
		}
		threads += min(1, len(s.met)-n)
	}
	return threads
}

// inW says whether event f is in w.
func (s *subsequence) inW(f int32) bool {
	e := s.x.Event(f)
	return !s.base.holds(e) && s.without().holds(e)
}

// disables says whether e disables the candidate after u.
func (s *subsequence) disables() bool {
	c := &s.candidate
	return s.v.enabled(&c.Transition, false) && (c.own || !s.v.enabled(&c.Transition, true))
}

// excluded says whether event f happens after one that is left out, or is one.
func (s *subsequence) excluded(f int32) bool {
	return slices.ContainsFunc(s.out, func(g int32) bool { return s.x.Reaches(g, s.x.Event(f).Clock) })
}

// needs says whether the candidate's operations can be pending only after event f.
func (s *subsequence) needs(f int32) bool {
	c := &s.candidate
	return s.x.Reaches(f, s.x.ReachedAt(c.Op)) || c.Joint() && s.x.Reaches(f, s.x.ReachedAt(c.PartnerOp))
}

// meets says whether the candidate is dependent with event f.
func (s *subsequence) meets(f int32) bool {
	c, ev := &s.candidate, s.x.Event(f)
	return s.x.DependsOn(ev, c.Op) || c.Joint() && s.x.DependsOn(ev, c.PartnerOp)
}

// leaveOut calls decide(i) without event f, unless the candidate needs it.
func (s *subsequence) leaveOut(f int32, i int, decide func(int)) {
	if !s.needs(f) {
		s.out = append(s.out, f)
		decide(i)
		s.out = s.out[:len(s.out)-1]
	}
}

// ban is leaveOut for an event that must be left out, where those that the candidate meets have been decided about up to the i-th. It does
// nothing if the event has been kept already.
func (s *subsequence) ban(by int32, i int, decide func(int)) {
	if i < len(s.met) && by >= s.met[i] {
		s.leaveOut(by, i, decide)
	}
}

// all makes u of all events of w that are not left out.
func (s *subsequence) all() {
	copy(s.u, s.without())
	for _, f := range s.out {
		for t, n := range s.u {
			if n > s.base[t] {
				s.u[t] = s.firstAfter(f, s.x.EventsOf(threadAt(t)), s.base[t], n)
			}
		}
	}
}

// onlyPast makes u of those events of w that are not left out and happen before the candidate.
func (s *subsequence) onlyPast() {
	c, x := &s.candidate, s.x
	copy(s.u, s.base)
	x.Join(s.u, x.ReachedAt(c.Op))
	if c.Joint() {
		x.Join(s.u, x.ReachedAt(c.PartnerOp))
	}
	for _, f := range s.met {
		if !s.excluded(f) {
			x.Join(s.u, x.Event(f).Clock)
		}
	}
}

// counted says whether the candidate is a Wait on a counter that is a sum (model.Balanced).
func (s *subsequence) counted() bool {
	return s.x.Relation().Balanced() && s.x.OpAt(s.candidate.Op).Kind == model.WGWait
}

// useUp makes u the largest one after which the counter that the candidate waits for is zero. A smaller one is met again, as in choose: an
// execution that begins with u and the Wait has Adds that disable the Wait after it. It returns false if there is none.
func (s *subsequence) useUp() bool {
	s.all()
	return s.balance.Of(s.x.OpAt(s.candidate.Op).Obj) && s.balance.UseUp(func(f int32) bool { return s.v.happened(f, false) }, func(f int32) bool {
		stays := s.base.holds(s.x.Event(f)) || s.needs(f)
		s.out = append(s.out, f)
		s.all()
		return !stays
	})
}
