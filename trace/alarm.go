package trace

import (
	"math"
	"slices"

	"heddle/model"
)

// This file answers for timers what offered.go answers for other operations. While no timer fires, an event changes no other
// alarm than its own, and that in the same way wherever it stands: so what it did to the alarms in the execution is what it
// does in the sequence.

// addNear makes an operation of a timer that was far when it was reached known as one that may be near.
func (x *Execution) addNear(k int32) {
	p := x.ops[k]
	if !p.op.Barrier() || p.prior >= 0 && x.ops[p.prior].index == p.index && x.ops[p.prior].thread == p.thread {
		return
	}
	p.op.Arg, p.prior = 0, x.threads[p.thread].op
	x.ops = append(x.ops, p)
	x.several++
	x.reversal.nears = append(x.reversal.nears, near{k, int32(len(x.ops) - 1)})
}

// A near is an operation that was far when it was reached, and what it is when it is near.
type near struct{ far, near int32 }

// fires says whether the operation of a timer is offered after pre(E, e).u, or after pre(E, e).u.e.
func (x *Execution) fires(op int32, with bool) bool {
	r := &x.reversal
	x.alarmsAfter(with)
	p := &x.ops[op]
	own, first := int64(math.MaxInt64), int64(math.MaxInt64)
	armed := false
	for i := range r.alarms {
		a := &r.alarms[i]
		if a.Ticks && x.full(a, with) {
			continue
		}
		first = min(first, a.When)
		if a.Of(&p.op, p.thread) {
			own, armed = a.When, true
		}
	}
	if !armed || own > first || r.horizon == math.MinInt64 {
		return false
	}
	return own <= r.horizon || x.events[r.e].barrier && !with
}

// heldUp is asked when e does not disable the candidate after pre(E, e).u, where u is all that is kept. If it is a timer, it returns the event of u that
// must be left out of every part of u after which e does: the one that set an alarm before the candidate's own, or the return of the
// test function, or the one that stopped the timer. It returns -1 if it does not know, and false if there is no such part.
func (x *Execution) heldUp() (f int32, possible bool) {
	r := &x.reversal
	if r.candidate.own || !x.ops[r.candidate.Op].op.Kind.Timer() {
		return -1, true
	}
	x.alarmsAfter(false)
	p := &x.ops[r.candidate.Op]
	own := -1
	for i := range r.alarms {
		if r.alarms[i].Of(&p.op, p.thread) {
			own = i
		}
	}
	if last := x.lastOf(0); r.horizon == math.MinInt64 {
		if last >= 0 && x.ops[x.events[last].Op].op.Kind == model.Return {
			return last, true
		}
		return -1, false
	}
	if own < 0 {
		f := x.lastOn(p.op.Obj)
		return f, f >= 0
	}
	if f := x.setBy(&r.alarms[own]); f >= 0 && !x.needs(f) {
		return -1, true
	}
	for i := range r.alarms {
		if a := &r.alarms[i]; a.When < r.alarms[own].When {
			if a.Ticks {
				return -1, true
			}
			f := x.setBy(a)
			return f, f >= 0
		}
	}
	// The horizon comes no closer when events are left out. What e does to the alarms is the same, but if it puts the candidate's
	// own off, an alarm that was stopped in u may hold the candidate up then.
	return -1, r.alarms[own].When <= r.horizon && x.putsOff(p) && x.stopsOther(p)
}

// putsOff says whether e sets the alarm of the operation p of a timer.
func (x *Execution) putsOff(p *pending) bool {
	op := &x.ops[x.events[x.reversal.e].Op].op
	return op.Kind == model.TimerStart && op.Obj != model.NoObject && op.Obj == p.op.Obj
}

// stopsOther says whether an event of u stops, or sets, another timer than that of p.
func (x *Execution) stopsOther(p *pending) bool {
	r := &x.reversal
	first, _ := slices.BinarySearch(r.clocked, r.e+1)
	for _, f := range r.clocked[first:] {
		op := &x.ops[x.events[f].Op].op
		if (op.Kind == model.TimerStop || op.Kind == model.TimerStart) && op.Obj != p.op.Obj && x.happened(f, false) {
			return true
		}
	}
	return false
}

// setBy is the event of u that set the alarm, -1 if it is older.
func (x *Execution) setBy(a *model.Alarm) int32 {
	if a.Obj == model.NoObject {
		return x.lastOf(a.Thread)
	}
	return x.lastOn(a.Obj)
}

// lastOn is the newest event of u on the timer o, -1 if there is none.
func (x *Execution) lastOn(o model.Object) int32 {
	if o == model.NoObject {
		return -1
	}
	r := &x.reversal
	for k := x.objects[o].last; k >= 0 && x.touches[k].event > r.e; k = x.touches[k].prior {
		if f := x.touches[k].event; x.happened(f, false) {
			return f
		}
	}
	return -1
}

// lastOf is the newest event of thread t in u, -1 if there is none.
func (x *Execution) lastOf(t model.Thread) int32 {
	r := &x.reversal
	if int(t) >= len(r.part) || r.part[t] <= r.base[t] {
		return -1
	}
	return x.threads[t].events[r.part[t]-1]
}

// full says whether there is something in the channel of a ticker.
func (x *Execution) full(a *model.Alarm, with bool) bool {
	for k := range x.ops {
		if p := &x.ops[k].op; p.Obj == a.Obj && len(p.Cases) > 0 && p.Kind != model.Select {
			return x.statusAfter(p.Cases[0].Obj, with).N > 0
		}
	}
	return false
}

// alarmsAfter makes the alarms after pre(E, e).u, or after pre(E, e).u.e.
func (x *Execution) alarmsAfter(with bool) {
	r := &x.reversal
	from := r.e
	if r.early {
		from = 0
	}
	r.alarms = append(r.alarms[:0], x.alarmsAt(from)...)
	r.horizon = x.states[from].horizon
	first, _ := slices.BinarySearch(r.clocked, from)
	for _, f := range r.clocked[first:] {
		if x.happened(f, with) {
			x.alarm(f)
		}
	}
}

// indexClock lists the events that can change alarms.
func (x *Execution) indexClock() {
	r := &x.reversal
	n, _ := slices.BinarySearch(r.clocked, r.fresh)
	r.clocked = r.clocked[:n]
	for i := r.fresh; i < int32(len(x.events)); i++ {
		if op := &x.ops[x.events[i].Op].op; op.Clock != model.NoObject && op.Kind != model.Now {
			r.clocked = append(r.clocked, i)
		}
	}
}

// alarmsAt are the alarms after the first n events.
func (x *Execution) alarmsAt(n int32) []model.Alarm {
	from := int32(0)
	if n > 0 {
		from = x.states[n-1].alarms
	}
	return x.alarms[from:x.states[n].alarms]
}

// alarm changes the alarms as event f, one of r.clocked, does.
func (x *Execution) alarm(f int32) {
	op := x.events[f].Op
	p := &x.ops[op]
	if int(f)+1 >= len(x.states) {
		return
	}
	r := &x.reversal
	if p.op.Kind == model.Return || x.ops[op].op.Kind.Timer() {
		r.horizon = x.states[f+1].horizon
	}
	kept := r.alarms[:0]
	for i := range r.alarms {
		if !r.alarms[i].Of(&p.op, p.thread) {
			kept = append(kept, r.alarms[i])
		}
	}
	r.alarms = kept
	after := x.alarmsAt(f + 1)
	for i := range after {
		if after[i].Of(&p.op, p.thread) {
			r.alarms = append(r.alarms, after[i])
		}
	}
}
