package trace

import (
	"math"

	"heddle/model"
)

// This file finds the sequences with which an execution E and another one part: lines 3 to 5 and 8 to 13 of Algorithm 6 of
// the source sets paper (2017). Each begins after pre(E, e), for an event e of E, and consists of events of notdep(e, E), as
// many as can be, and of one transition that is in a race with e: an event of E, or a transition that e disables.
//
// What happens before an event of notdep(e, E) is in pre(E, e) or in notdep(e, E) itself, and so it is with the parts of
// notdep(e, E) that matter. So pre(E, e).u is a cut: so many events of each thread, from its first one on.

// A reversal is the memory of Reversals.
type reversal struct {
	visit  func(*Sequence)
	each   func(*Execution, candidate) // what is done with a transition that e may disable
	next   []int32                     // by race: the next one with the same first event, -1 for none
	head   []int32                     // by event: the races of which it is the first event, latest second event first
	later  []int32                     // by race: its second event
	nears  []near
	timers bool    // an operation is a timer's
	below  int32   // the first Done that left a counter below zero, noEvent for none
	fresh  int32   // the number of oldest events that were there when Reversals was called last
	news   []int32 // the first of each thread's other events

	e      int32 // the event that is left out
	base   cut   // pre(E, e)
	notdep cut   // pre(E, e).notdep(e, E), if known is true
	known  bool
	part   cut     // pre(E, e).u
	w      []int32 // the events of notdep(e, E), if listed is true
	listed bool
	out    []int32 // events of w that the sequence leaves out
	banned []int32 // events of w that are in no part of it after which e disables the candidate
	laters []int32 // see pendingWithout

	extensions bool // see Extensions
	early      bool // base holds what happens before e only
	past       cut

	sequence  Sequence
	alarms    []model.Alarm // see alarmsAfter
	clocked   []int32       // see indexClock
	horizon   int64
	candidate candidate
	schedules schedules
}

// noEvent is a number that no event has.
const noEvent = math.MaxInt32

// Reversals calls visit with each sequence that the execution, which must be over, calls for, but for those that Reversals showed
// when it was called last: if neither notdep(e, E) nor the transition at the end holds an event that is new, the sequence is not.
// The sequence is valid until visit returns, and visit may take steps from it. Longest prefix first.
func (x *Execution) Reversals(visit func(*Sequence)) {
	r := &x.reversal
	r.visit, r.each = visit, (*Execution).extend
	x.prepare()
	for e := int32(len(x.events)) - 1; e >= 0; e-- {
		if e == r.fresh-1 {
			x.findNews()
		}
		x.leaveOut(e)
		again := e >= r.fresh || x.grown()
		for k := r.head[e]; k >= 0 && (again || r.later[k] >= r.fresh); k = r.next[k] {
			x.reverse(r.later[k])
		}
		if again || r.timers || r.below >= r.fresh && r.below != noEvent {
			if r.extensions {
				x.disabledEarly(e)
			} else {
				x.disabledBy(e)
			}
		}
	}
	r.fresh = int32(len(x.events))
}

// leaveOut makes the events before e the base. They must be what was the base, without the event e.
func (x *Execution) leaveOut(e int32) {
	r := &x.reversal
	ev := &x.events[e]
	r.base[ev.Thread]--
	if ev.PartnerOp >= 0 {
		r.base[ev.Partner]--
	}
	r.e, r.known, r.listed = e, false, false
}

// Extensions is Reversals, but for the transitions that e disables it takes the events that happen before e only in place of
// pre(E, e), and u from all others that do not happen after e. So what it shows, but for the order of a sequence, depends on the
// trace alone, not on which of its executions E is: each transition that an event disables is shown after every past that it can
// have. The sequences may be labelled, nothing else.
func (x *Execution) Extensions(visit func(*Sequence)) {
	x.reversal.extensions = true
	x.Reversals(visit)
	x.reversal.extensions = false
}

// disabledEarly is disabledBy with nothing before e but what happens before it.
func (x *Execution) disabledEarly(e int32) {
	r := &x.reversal
	ev := &x.events[e]
	for t := range r.past {
		r.past[t] = 0
	}
	copy(r.past, x.clocks[ev.clock.from:ev.clock.from+ev.clock.n])
	r.past.drop(ev)
	r.base, r.past = r.past, r.base
	r.early, r.known, r.listed = true, false, false
	x.disabledBy(e)
	r.base, r.past = r.past, r.base
	r.early = false
}

// prepare fills the tables of operations and races.
func (x *Execution) prepare() {
	r := &x.reversal
	r.nears, r.timers = r.nears[:0], false
	if x.several > 0 {
		for k := range x.ops {
			r.timers = r.timers || x.ops[k].op.Kind.Timer()
			x.addNear(int32(k))
		}
	}
	for len(r.base) < len(x.threads) {
		r.base, r.notdep, r.part, r.past = append(r.base, 0), append(r.notdep, 0), append(r.part, 0), append(r.past, 0)
	}
	for t := range x.threads {
		r.base[t] = int32(len(x.threads[t].events))
	}
	if r.below >= r.fresh {
		r.below = noEvent
	}
	for i := int(r.fresh); i < len(x.events); i++ {
		e := &x.events[i]
		if r.below == noEvent && x.ops[e.Op].op.Kind == model.WGDone && x.touches[e.touch].role == model.Overdraw {
			r.below = int32(i)
		}
	}
	x.indexRaces()
	x.indexClock()
}

// indexRaces brings the table of the races up to date.
func (x *Execution) indexRaces() {
	r := &x.reversal
	old := len(x.races)
	if int(r.fresh) < len(x.events) {
		old = int(x.events[r.fresh].race)
	}
	r.head = r.head[:r.fresh]
	for e := range r.head {
		for r.head[e] >= int32(old) {
			r.head[e] = r.next[r.head[e]]
		}
	}
	r.next, r.later = r.next[:old], r.later[:old]
	for i := int(r.fresh); i < len(x.events); i++ {
		r.head = append(r.head, -1)
		to := len(x.races)
		if i+1 < len(x.events) {
			to = int(x.events[i+1].race)
		}
		for k := len(r.next); k < to; k++ {
			first := x.races[k]
			r.later = append(r.later, int32(i))
			r.next = append(r.next, r.head[first])
			r.head[first] = int32(k)
		}
	}
}

// findNews gathers the first new event of each thread, when base holds the old events.
func (x *Execution) findNews() {
	r := &x.reversal
	r.news = r.news[:0]
	for t, n := range r.base {
		if all := x.threads[t].events; int(n) < len(all) {
			r.news = append(r.news, all[n])
		}
	}
}

// grown says whether notdep(e, E) holds a new event.
func (x *Execution) grown() bool {
	r := &x.reversal
	for _, f := range r.news {
		if !x.reaches(r.e, x.events[f].clock) {
			return true
		}
	}
	return false
}

// without makes the cut pre(E, e).notdep(e, E).
func (x *Execution) without() cut {
	r := &x.reversal
	if r.known {
		return r.notdep
	}
	r.known = true
	for t, n := range r.base {
		all := x.threads[t].events
		for int(n) < len(all) && all[n] != r.e && !x.reaches(r.e, x.events[all[n]].clock) {
			n++
		}
		r.notdep[t] = n
	}
	return r.notdep
}

// reverse shows notdep(e, E).f, for an event f that is in a race with e, if f can be executed there.
func (x *Execution) reverse(f int32) {
	r := &x.reversal
	e := &x.events[f]
	r.begin(x, x.without())
	if x.offered(e.Choice, e.Op, e.PartnerOp, false) {
		r.end(e.Transition)
	}
}

// begin starts a new sequence, whose events are those of u in the cut pre(E, e).u.
func (r *reversal) begin(x *Execution, u cut) {
	r.sequence.x, r.sequence.N, r.sequence.from, r.sequence.to = x, int(r.e), r.base, u
}

// end shows the sequence, with c as its last step.
func (r *reversal) end(c Transition) {
	v := &r.sequence
	v.at = append(v.at[:0], v.from...)
	v.last, v.ended, v.passed = c, false, v.passed[:0]
	v.before = v.before[:0]
	r.visit(v)
}

// past is the clock with which operation k became pending.
func (x *Execution) past(k int32) span {
	p := &x.ops[k]
	t := &x.threads[p.thread]
	if p.index == 0 {
		return t.birth
	}
	return x.events[t.events[p.index-1]].clock
}

// by is the event that executed operation k, -1 for none.
func (x *Execution) by(k int32) int32 {
	p := &x.ops[k]
	if all := x.threads[p.thread].events; int(p.index) < len(all) {
		return all[p.index]
	}
	return -1
}
