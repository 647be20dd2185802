package trace

import "math"

// This file answers for timers what offered.go answers for other operations. While no timer fires, an event changes no other
// alarm than its own, and that in the same way wherever it stands: so what it did to the alarms in the execution is what it
// does in the sequence.

// addNear makes an operation of a timer that was far when it was reached known as one that may be near.
func (x *Execution) addNear(k int32) {
	p := x.ops[k]
	if !p.op.Barrier() || p.prior >= 0 && x.ops[p.prior].index == p.index && x.ops[p.prior].thread == p.thread {
		return
	}
	p.op.Arg, p.prior, p.kept = 0, x.threads[p.thread].op, 0
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
		if a.Obj != NoObject && a.Obj == p.op.Obj || a.Obj == NoObject && p.op.Obj == NoObject && a.Thread == p.thread {
			own, armed = a.When, true
		}
	}
	if !armed || own > first || r.horizon == math.MinInt64 {
		return false
	}
	return own <= r.horizon || x.events[r.e].barrier && !with
}

// full says whether there is something in the channel of a ticker.
func (x *Execution) full(a *Alarm, with bool) bool {
	for k := range x.ops {
		if p := &x.ops[k].op; p.Obj == a.Obj && len(p.Cases) > 0 && p.Kind != Select {
			return x.statusAfter(p.Cases[0].Obj, with).n > 0
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
	for f := from; f < int32(len(x.events)); f++ {
		if x.happened(f, with) {
			x.alarm(f)
		}
	}
}

// alarmsAt are the alarms after the first n events.
func (x *Execution) alarmsAt(n int32) []Alarm {
	from := int32(0)
	if n > 0 {
		from = x.states[n-1].alarms
	}
	return x.alarms[from:x.states[n].alarms]
}

// alarm changes the alarms as event f does.
func (x *Execution) alarm(f int32) {
	e := &x.events[f]
	op := &x.ops[e.op].op
	if op.Clock == NoObject || int(f)+1 >= len(x.states) {
		return
	}
	r := &x.reversal
	if op.Kind == Return || x.Timer(e.op) {
		r.horizon = x.states[f+1].horizon
	}
	mine := func(a *Alarm) bool {
		return op.Obj != NoObject && a.Obj == op.Obj || op.Obj == NoObject && a.Obj == NoObject && a.Thread == e.Thread
	}
	kept := r.alarms[:0]
	for i := range r.alarms {
		if !mine(&r.alarms[i]) {
			kept = append(kept, r.alarms[i])
		}
	}
	r.alarms = kept
	after := x.alarmsAt(f + 1)
	for i := range after {
		if mine(&after[i]) {
			r.alarms = append(r.alarms, after[i])
		}
	}
}
