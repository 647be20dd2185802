package trace

import (
	"heddle/model"
)

// Append makes c, which the newest state offers, the next event, and finds the races in which it is the later event.
func (x *Execution) Append(c model.Choice) {
	i := x.events.Len()
	t := &x.threads[c.Thread]
	op := x.ops.At(t.op).Op
	e := x.events.Add()
	*e = Event{Transition: Transition{c, t.op, -1}, Index: t.count + 1, touch: x.touches.Len(), race: x.races.Len()}
	var partner *model.Op
	if op.Joint(c) {
		e.PartnerOp = x.threads[c.Partner].op
		partner = x.ops.At(e.PartnerOp).Op
	}
	x.effects.add(i, op, partner, c)
	e.Clock = x.clock(e, op, partner != nil)
	t.joined = t.joined || op.Kind == model.CondAdd
	t.add(i, e.Clock)
	if partner != nil {
		x.threads[c.Partner].add(i, e.Clock)
	}
	if op.Barrier() {
		x.barrier, x.barriers = i, append(x.barriers, i)
	}
}

// add makes event i, which has this clock, the newest of t.
func (t *thread) add(i int32, clock Span) {
	t.count, t.last, t.clock = t.count+1, i, clock
	t.events.Push(i)
}

// clock makes the vector clock of e, the event of op that is being appended, from x.preds, the events that e depends on (newest first). It
// adds the events that are in a race with e to x.races. An Idle is in none: no state offers it and what it depends on.
func (x *Execution) clock(e *Event, op *model.Op, joint bool) Span {
	n, barrier := x.width, op.Barrier()
	from := x.clocks.Extend(int(n))
	clock := x.clocks.Slice(from, n)
	clear(clock)
	x.Join(clock, x.threads[e.Thread].clock)
	if joint {
		x.Join(clock, x.threads[e.Partner].clock)
	}
	if x.barrier >= 0 {
		x.Join(clock, x.events.At(x.barrier).Clock)
	}
	for _, i := range x.preds {
		p := x.events.At(i)
		if clock[p.Thread] >= p.Index {
			continue
		}
		x.Join(clock, p.Clock)
		if !barrier && op.Kind != model.Idle && x.Op(int(i)).Kind != model.Idle {
			x.races.Push(i)
		}
	}
	if barrier {
		for _, t := range x.births {
			x.Join(clock, x.threads[t].clock)
		}
	}
	clock[e.Thread] = e.Index
	if joint {
		clock[e.Partner] = x.threads[e.Partner].count + 1
	}
	return Span{from, n}
}
