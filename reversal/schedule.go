package reversal

import (
	"heddle/model"
	"heddle/trace"
)

// A Part says what an event is in the schedule that it belongs to.
type Part uint8

const (
	Free   Part = iota // it is in no schedule
	Inside             // it is in a schedule, and happens before another event of it
	Head               // it is in a schedule, and happens before no other event of it
)

// A Schedule is a sequence u.c after pre(E, e), where c is in a race with e, and u holds nothing but what happens before c: Definition 4 of
// the POP paper (2024). Its last transition, c, is the head.
//
// The head is an event of E, or a transition that E does not execute because e disables it. Such a transition may come after more or
// fewer of the events that it depends on: each u is a schedule of its own.
type Schedule struct {
	*Sequence         // its N is the number of events before e
	Found     int     // the event with which it is found: the one that executes c or, if e disables c, the newest of e and u
	past      []int32 // by Thread: the events that happen before c because of u, or because c's operations come after them
}

// Schedules finds the schedules that reverse the parsimonious races (Definition 7) of an execution E that is over.
type Schedules struct {
	reversal
	heads []int32 // the events with Part Head
	visit func(*Schedule) bool
	over  bool // visit has returned false
	now   Schedule
}

// NewSchedules returns a Schedules for the executions that x will hold.
func NewSchedules(x *trace.Execution) *Schedules {
	s := new(Schedules)
	s.init(x, s.each)
	return s
}

// Each calls visit with each schedule, longest prefix first, until visit returns false. The schedule is valid until visit returns. parts
// has one entry for each event. In a parsimonious race e is in no schedule, and every head after e is c or in u. The same execution with
// the same parts has the same schedules in the same order.
func (s *Schedules) Each(parts []Part, visit func(*Schedule) bool) {
	s.visit, s.over, s.heads = visit, false, s.heads[:0]
	for i, p := range parts {
		if p == Head {
			s.heads = append(s.heads, int32(i))
		}
	}
	s.prepare()
	for e := int32(s.x.Len()) - 1; e >= 0 && !s.over; e-- {
		s.notdep.leaveOut(e)
		if parts[e] != Free {
			continue
		}
		for f := range s.races.of(e, true) {
			s.schedule(f)
		}
		if !s.barsHead() {
			s.disabled.by()
		}
	}
}

// barsHead says whether a head happens after e.
func (s *Schedules) barsHead() bool {
	e := s.notdep.e
	for k := len(s.heads) - 1; k >= 0 && s.heads[k] > e; k-- {
		if s.x.Reaches(e, s.x.Event(s.heads[k]).Clock) {
			return true
		}
	}
	return false
}

// headsIn says whether the prefix holds all heads after e.
func (s *Schedules) headsIn(p prefix) bool {
	for k := len(s.heads) - 1; k >= 0 && s.heads[k] > s.notdep.e; k-- {
		if !p.holds(s.x.Event(s.heads[k])) {
			return false
		}
	}
	return true
}

// schedule shows the schedule of event f, which is in a race with e: f, after the events between e and f that happen before f.
func (s *Schedules) schedule(f int32) {
	e, ev := s.x.Event(s.notdep.e), s.x.Event(f)
	s.u.begin(candidate{Transition: ev.Transition})
	u := s.u.u
	s.x.Join(u, ev.Clock)
	fresh := s.headsIn(u)
	u.drop(s.x, e)
	u.drop(s.x, ev)
	if fresh && s.v.enabled(&ev.Transition, false) && s.exact(&ev.Transition) {
		s.show(ev.Transition, f)
	}
}

// show shows the schedule that has been begun, with the head c. It is found with event found.
func (s *Schedules) show(c trace.Transition, found int32) {
	if s.over {
		return
	}
	x, now := s.x, &s.now
	s.v.end(c)
	now.Sequence, now.Found = &s.v, int(found)
	now.past = append(now.past[:0], s.u.u...)
	clear(now.past)
	for t, n := range s.u.u {
		if n > s.notdep.base[t] {
			x.Join(now.past, x.Event(s.u.u.newest(x, threadAt(t))).Clock)
		}
	}
	x.Join(now.past, x.ReachedAt(c.Op))
	if c.Joint() {
		x.Join(now.past, x.ReachedAt(c.PartnerOp))
	}
	s.over = !s.visit(now)
}

// each shows all schedules u.c after which e would disable c.
func (s *Schedules) each(c candidate) {
	if s.u.begin(c) {
		s.u.meet()
		s.divide(0)
	}
}

// divide decides, in all ways, which of the events of notdep(e, E) that the candidate is dependent with are in u, from the i-th on.
func (s *Schedules) divide(i int) {
	u := &s.u
	if s.over {
		return
	}
	if by, possible := s.heldUp(); !possible {
		return
	} else if by >= 0 {
		u.ban(by, i, s.divide)
		return
	}
	for ; i < len(u.met); i++ {
		if f := u.met[i]; !u.excluded(f) {
			u.leaveOut(f, i+1, s.divide)
		}
	}
	s.close()
}

// heldUp is that of subsequence, for the u that has all events that are not left out.
func (s *Schedules) heldUp() (f int32, possible bool) {
	u := &s.u
	if !s.x.OpAt(u.candidate.Op).Kind.Timer() {
		return -1, true
	}
	if u.onlyPast(); u.disables() {
		return -1, true
	}
	return u.heldUp()
}

// close reduces u to the events that happen before the candidate c. It shows u.c if e disables c after u, and u holds all heads.
func (s *Schedules) close() {
	s.u.onlyPast()
	if s.headsIn(s.u.u) && s.u.disables() && s.exact(&s.u.candidate.Transition) {
		s.show(s.u.candidate.Transition, s.newestIn())
	}
}

// newestIn is the newest event of e and u.
func (s *Schedules) newestIn() int32 {
	newest := s.notdep.e
	for t, n := range s.u.u {
		if n > s.notdep.base[t] {
			newest = max(newest, s.u.u.newest(s.x, threadAt(t)))
		}
	}
	return newest
}

// exact says whether all of u happens before c when c is executed after u. Under Refined c may depend on less without e: then another u is it.
func (s *Schedules) exact(c *trace.Transition) bool {
	x, u := s.x, s.u.u
	if !x.Relation().Refined() || x.OpAt(c.Op).Kind == model.WGDone {
		return true
	}
	s.v.end(*c)
	s.now.Sequence = &s.v
	for t, n := range u {
		if n > s.notdep.base[t] {
			if f := u.newest(x, threadAt(t)); !s.u.needs(f) && !s.now.inside(threadAt(t)) && !s.v.follows(f, c) {
				return false
			}
		}
	}
	return true
}
