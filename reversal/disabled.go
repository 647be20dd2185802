package reversal

import (
	"math"

	"heddle/model"
	"heddle/trace"
)

// noEvent is a number that no event has.
const noEvent = math.MaxInt32

// A candidate is a transition that e may disable.
type candidate struct {
	trace.Transition
	own bool // it takes a thread of e: e disables it whatever the state
}

// A disabled finds the transitions that an event may disable: line 12 of Algorithm 6 of the source sets paper (2017).
type disabled struct {
	*notdep
	alarms *alarms
	each   func(candidate) // is called with each of them

	laters []int32 // the operations of other threads than e's that can be pending after a part of notdep(e, E)
	nears  []int32 // by operation: its near form if it is a timer's and was far when it was reached, else -1; empty if none was
	timers bool    // an operation is a timer's
	below  int32   // the first Done that left a counter below zero, noEvent for none
}

// prepare examines all operations and the new events.
func (d *disabled) prepare(fresh int32) {
	x := d.x
	d.nears, d.timers = d.nears[:0], false
	if x.Several() {
		for k := range x.Operations() {
			d.timers = d.timers || x.OpAt(k).Kind.Timer()
			d.addNear(k)
		}
	}
	if d.below >= fresh {
		d.below = noEvent
	}
	for i := fresh; i < int32(x.Len()) && d.below == noEvent; i++ {
		if x.Overdrew(i) {
			d.below = i
		}
	}
}

// addNear gives an operation of a timer that was far when it was reached a form in which it is near.
func (d *disabled) addNear(k int32) {
	x := d.x
	p := x.Operation(k)
	if !p.Op.Barrier() || p.Prior >= 0 && x.Operation(p.Prior).Index == p.Index && x.Operation(p.Prior).Thread == p.Thread {
		return
	}
	for int32(len(d.nears)) <= k {
		d.nears = append(d.nears, -1)
	}
	op := *p.Op
	op.Arg = 0
	d.nears[k] = x.AddForm(k, op)
}

// by calls each with the transitions that e may disable.
func (d *disabled) by() {
	x, ev := d.x, d.x.Event(d.e)
	op := x.OpAt(ev.Op)
	barrier := op.Barrier()
	own := op.Kind.Alternatives() && (op.Kind != model.Send && op.Kind != model.Recv || op.Cap == 0)
	if !own && !barrier && (!op.Kind.Disabler() || op.Kind == model.WGDone && d.below == noEvent) {
		return
	}
	if barrier {
		for _, t := range x.Births() {
			if k := x.PendingAt(t, d.e); k >= 0 && k != ev.Op && x.OpAt(k).Kind.Timer() {
				d.alone(k, true) // a timer with the same deadline
			}
		}
		return
	}
	d.findLaters()
	if own {
		d.rivals(ev.Op)
		if ev.Joint() {
			d.rivals(ev.PartnerOp)
		}
	}
	for _, k := range d.laters {
		if q := x.OpAt(k); op.Kind.Disables(q.Kind) && q.CanBeDisabled() && x.DependsOn(ev, k) {
			d.alone(k, false)
		}
	}
	if op.Kind == model.Close && op.Cap == 0 {
		for _, k := range d.laters {
			if q := x.OpAt(k); q.SendsUnbuffered() && q.Touches(op.Obj) {
				d.partners(k, op.Obj)
			}
		}
	}
}

// findLaters gathers d.laters. Unless the relation is refined it leaves out the operations that events of notdep(e, E) execute: what e may
// disable depends on e, wherever it comes after e, so its event happens after e.
func (d *disabled) findLaters() {
	x := d.x
	d.laters = d.laters[:0]
	to, e := d.without(), x.Event(d.e)
	for _, t := range x.Births() {
		if e.Takes(t) || x.Reaches(d.e, x.Birth(t)) {
			continue
		}
		events, first := x.EventsOf(t), d.base[t]
		if !x.Relation().Refined() {
			first = to[t]
		}
		for i := first; i <= to[t]; i++ {
			k := x.Reached(t)
			if i < events.Len() {
				k = x.Event(events.At(i)).OpOf(t)
			} else if k < 0 || x.Operation(k).Index != i {
				break // the thread is over
			}
			d.addLater(k)
		}
	}
}

// addLater adds operation k, and the other forms of a timer's.
func (d *disabled) addLater(k int32) {
	x := d.x
	if x.Waited(k, d.e) {
		return
	}
	p, from := x.Operation(k), len(d.laters)
	d.laters = append(d.laters, k)
	if !d.timers {
		return
	}
	for j := p.Prior; j >= 0 && x.Operation(j).Index == p.Index; j = x.Operation(j).Prior {
		d.addForm(from, j)
	}
	for j := k; j >= 0 && x.Operation(j).Index == p.Index; j = x.Operation(j).Prior {
		if int(j) < len(d.nears) && d.nears[j] >= 0 {
			d.addForm(from, d.nears[j])
		}
	}
}

// addForm adds operation k, unless laters[from:] has a form that is as near or as far.
func (d *disabled) addForm(from int, k int32) {
	for _, j := range d.laters[from:] {
		if d.x.OpAt(j).Arg == d.x.OpAt(k).Arg {
			return
		}
	}
	d.laters = append(d.laters, k)
}

// rivals shows the other transitions of operation k of e.
func (d *disabled) rivals(k int32) {
	op := d.x.OpAt(k)
	if op.Kind != model.Send && op.Kind != model.Recv { // those were not closed
		d.alone(k, true)
	}
	if op.Kind == model.Send || op.Kind == model.Select {
		d.partners(k, model.NoObject)
	}
	if op.Kind == model.Recv || op.Kind == model.Select {
		for _, s := range d.laters {
			if d.x.OpAt(s).SendsUnbuffered() {
				d.pair(s, k, model.NoObject, true)
			}
		}
	}
}

// partners shows the joint transitions of operation k with others, on channel o if it is given.
func (d *disabled) partners(k int32, o model.Object) {
	ev := d.x.Event(d.e)
	own := k == ev.Op || k == ev.PartnerOp
	for _, q := range [...]int32{ev.Op, ev.PartnerOp} {
		if q >= 0 && d.x.OpAt(q).ReceivesUnbuffered() {
			d.pair(k, q, o, true)
		}
	}
	for _, q := range d.laters {
		if d.x.OpAt(q).ReceivesUnbuffered() {
			d.pair(k, q, o, own)
		}
	}
}

// pair shows the joint transitions of a sender and a receiver.
func (d *disabled) pair(s, q int32, o model.Object, own bool) {
	a, b := d.x.Operation(s), d.x.Operation(q)
	if a.Thread == b.Thread || a.Op.Polls() && b.Op.Polls() || a.Op.Cap > 0 {
		return
	}
	c := model.Choice{Thread: a.Thread, Partner: b.Thread}
	for i := range max(1, len(a.Op.Cases)) {
		from := a.Op.Obj
		if a.Op.Kind == model.Select {
			if from = a.Op.Cases[i].Obj; !a.Op.Cases[i].Send || a.Op.Cases[i].Cap > 0 {
				continue
			}
		}
		if from == model.NoObject || o != model.NoObject && o != from {
			continue
		}
		for j := range max(1, len(b.Op.Cases)) {
			if b.Op.Kind == model.Select && (b.Op.Cases[j].Obj != from || b.Op.Cases[j].Send) || b.Op.Kind == model.Recv && b.Op.Obj != from {
				continue
			}
			c.Case, c.PartnerCase = int16(i), int16(j)
			d.try(candidate{trace.Transition{Choice: c, Op: s, PartnerOp: q}, own})
		}
	}
}

// alone shows the transitions of operation k that are not joint.
func (d *disabled) alone(k int32, own bool) {
	p := d.x.Operation(k)
	c := trace.Transition{Choice: model.Choice{Thread: p.Thread, Partner: model.NoThread}, Op: k, PartnerOp: -1}
	n := 1
	switch p.Op.Kind {
	case model.Pick:
		n = int(p.Op.Arg)
	case model.Select:
		n = len(p.Op.Cases)
		if p.Op.Arg == 1 {
			c.Case = -1
			d.try(candidate{c, own})
		}
	case model.CondSignal:
		for _, t := range d.x.Births() {
			wakes := c
			wakes.Choice.Partner = t
			d.try(candidate{wakes, own})
		}
	}
	for i := range n {
		c.Case = int16(i)
		d.try(candidate{c, own})
	}
}

// try shows a transition, unless it is e itself, or one that e cannot disable: a timer that it cannot hold up, or see spares.
func (d *disabled) try(c candidate) {
	if ev := d.x.Event(d.e); c.Choice == ev.Choice && c.Op == ev.Op || !c.own && !d.early && d.spares(&c) {
		return
	}
	if p := d.x.Operation(c.Op); c.own || d.early || !p.Op.Kind.Timer() || d.alarms.mayHoldUp(d.e, p) {
		d.each(c)
	}
}

// spares says whether c, not a timer's, is on channels that e is on, and e disables it on none of them.
func (d *disabled) spares(c *candidate) (spared bool) {
	x, e, q := d.x, d.x.Event(d.e), d.x.OpAt(c.Op)
	p := x.OpAt(e.Op)
	for k, to := x.TouchesOf(d.e); k < to && !q.Kind.Timer(); k++ {
		if t := x.Touch(k); q.Touches(t.Object) && t.Object != q.Clock {
			a, b := p.Action(e.Choice, t.Object), q.Action(c.Choice, t.Object)
			if spared = t.Before().Spares(a, b, p.Clock != model.NoObject || q.Clock != model.NoObject); !spared {
				return false
			}
		}
	}
	return spared
}
