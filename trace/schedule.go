package trace

// This file finds the schedules with which POP parts from an execution E (Definition 4 of the paper of 2024): u.c after
// pre(E, e), where c is in a race with e and u holds nothing but what happens before c. The transition c is an event of E, or one
// that E does not execute because e disables it. Then it may stand after more or fewer of the events that it depends on: each u
// is a schedule of its own.

// A Part says what an event is to the schedule that it belongs to.
type Part uint8

const (
	Free   Part = iota // it is in no schedule
	Inside             // it is in a schedule, and happens before another event of it
	Head               // it is in a schedule, and happens before no other event of it
)

// A Schedule is u.c.
type Schedule struct {
	*Sequence // its N is the number of events before e
	x         *Execution
	Found     int     // the event with which it is found: the one that executes c or, if e disables c, the newest of e and u
	past      []int32 // by Thread: the events that happen before c because of u, or because c's operations come after them
}

// schedules is the memory of Schedules.
type schedules struct {
	heads []int32 // the events with Part Head
	visit func(*Schedule) bool
	over  bool // visit has returned false
	now   Schedule
}

// Schedules calls visit with the schedules that reverse the parsimonious races of the execution (Definition 7), which must be
// over: e is in no schedule, and every head after e is c or in u. The schedule is valid until visit returns. Longest prefix
// first. parts has one entry for each event. It stops when visit returns false. An execution has the same schedules in the same
// order whenever it is asked.
func (x *Execution) Schedules(parts []Part, visit func(*Schedule) bool) {
	r := &x.reversal
	s := &r.schedules
	s.visit, s.over, s.heads = visit, false, s.heads[:0]
	for i, p := range parts {
		if p == Head {
			s.heads = append(s.heads, int32(i))
		}
	}
	r.each = (*Execution).cuts
	x.prepare()
	for e := int32(len(x.events)) - 1; e >= 0 && !s.over; e-- {
		x.leaveOut(e)
		if parts[e] != Free {
			continue
		}
		for k := r.head[e]; k >= 0; k = r.next[k] {
			x.schedule(r.later[k])
		}
		if !x.barsHead() {
			x.disabledBy(e)
		}
	}
	r.fresh = int32(len(x.events))
}

// barsHead says whether a head happens after e.
func (x *Execution) barsHead() bool {
	r := &x.reversal
	for k := len(r.schedules.heads) - 1; k >= 0 && r.schedules.heads[k] > r.e; k-- {
		if x.reaches(r.e, x.events[r.schedules.heads[k]].clock) {
			return true
		}
	}
	return false
}

// headsIn says whether all heads after e are in the cut.
func (x *Execution) headsIn(c cut) bool {
	r := &x.reversal
	for k := len(r.schedules.heads) - 1; k >= 0 && r.schedules.heads[k] > r.e; k-- {
		if !c.holds(&x.events[r.schedules.heads[k]]) {
			return false
		}
	}
	return true
}

// schedule shows the events between e and f that happen before f, and f, which is in a race with e.
func (x *Execution) schedule(f int32) {
	r := &x.reversal
	e, ev := &x.events[r.e], &x.events[f]
	copy(r.part, r.base)
	x.join(r.part, ev.clock)
	fresh := x.headsIn(r.part)
	r.part.drop(e)
	r.part.drop(ev)
	r.begin(x, r.part)
	if fresh && x.offered(ev.Choice, ev.Op, ev.PartnerOp, false) {
		x.show(ev.Transition, f)
	}
}

// show ends the schedule with c, which is found with an event.
func (x *Execution) show(c Transition, found int32) {
	r := &x.reversal
	if r.schedules.over {
		return
	}
	v := &r.sequence
	v.at = append(v.at[:0], v.from...)
	v.last, v.ended, v.passed = c, false, v.passed[:0]
	s := &r.schedules.now
	s.Sequence, s.x, s.Found = v, x, int(found)
	s.past = append(s.past[:0], r.base...)
	for t := range s.past {
		s.past[t] = 0
	}
	for t, n := range r.part {
		if n > r.base[t] {
			x.join(s.past, x.events[x.threads[t].events[n-1]].clock)
		}
	}
	x.join(s.past, x.past(c.Op))
	if c.PartnerOp >= 0 {
		x.join(s.past, x.past(c.PartnerOp))
	}
	r.schedules.over = !r.schedules.visit(s)
}

// cuts shows all schedules u.c after which e would disable c.
func (x *Execution) cuts(c candidate) {
	r := &x.reversal
	r.candidate, r.out = c, r.out[:0]
	x.divide(0)
}

// divide decides, for each event of notdep(e, E) from the i-th on with which the candidate is dependent, whether it is in u.
func (x *Execution) divide(i int) {
	r := &x.reversal
	outs := len(r.out)
	if r.schedules.over {
		return
	}
	if by, possible := x.heldUpFrom(i); !possible {
		return
	} else if by >= 0 {
		x.ban(by, i, (*Execution).divide)
		return
	}
	for ; i < len(r.w); i++ {
		f := r.w[i]
		if x.excluded(f) {
			if x.needs(f) {
				break
			}
			r.out = append(r.out, f)
		} else if x.meets(f) && !x.needs(f) {
			r.out = append(r.out, f)
			x.divide(i + 1)
			r.out = r.out[:len(r.out)-1]
		}
	}
	if i == len(r.w) {
		x.close()
	}
	r.out = r.out[:outs]
}

// heldUpFrom is heldUp, where u has all of the events from the i-th on that it can have.
func (x *Execution) heldUpFrom(i int) (f int32, possible bool) {
	r := &x.reversal
	if !x.ops[r.candidate.Op].op.Kind.Timer() {
		return -1, true
	}
	outs := len(r.out)
	defer func() { r.out = r.out[:outs] }()
	if x.keepFrom(i) < len(r.w) {
		return -1, false
	}
	if x.union(); x.disabled() {
		return -1, true
	}
	return x.heldUp()
}

// needs says whether the candidate's operations can be pending only after event f.
func (x *Execution) needs(f int32) bool {
	c := &x.reversal.candidate
	return x.reaches(f, x.past(c.Op)) || c.PartnerOp >= 0 && x.reaches(f, x.past(c.PartnerOp))
}

// meets says whether the candidate is dependent with event f.
func (x *Execution) meets(f int32) bool {
	c := &x.reversal.candidate
	ev := &x.events[f]
	return x.dependsOn(ev, c.Op) || c.PartnerOp >= 0 && x.dependsOn(ev, c.PartnerOp)
}

// close makes u of those events of notdep(e, E) that are not left out and happen before the candidate, and shows u.c if e
// disables c after u, and all heads are in u.
func (x *Execution) close() {
	x.union()
	c := &x.reversal.candidate
	if x.headsIn(x.reversal.part) && x.disabled() {
		x.show(c.Transition, x.newestIn())
	}
}

// newestIn is the newest event of e and u.
func (x *Execution) newestIn() int32 {
	r := &x.reversal
	newest := r.e
	for t, n := range r.part {
		if n > r.base[t] {
			newest = max(newest, x.threads[t].events[n-1])
		}
	}
	return newest
}

// disabled says whether e disables the candidate after u.
func (x *Execution) disabled() bool {
	c := &x.reversal.candidate
	return x.offered(c.Choice, c.Op, c.PartnerOp, false) && (c.own || !x.offered(c.Choice, c.Op, c.PartnerOp, true))
}

// union makes u of those events of notdep(e, E) that are not left out and happen before the candidate.
func (x *Execution) union() {
	r := &x.reversal
	c := &r.candidate
	copy(r.part, r.base)
	x.join(r.part, x.past(c.Op))
	if c.PartnerOp >= 0 {
		x.join(r.part, x.past(c.PartnerOp))
	}
	out := 0
	for _, f := range r.w {
		if out < len(r.out) && r.out[out] == f {
			out++
		} else if x.meets(f) {
			x.join(r.part, x.events[f].clock)
		}
	}
	r.begin(x, r.part)
}
