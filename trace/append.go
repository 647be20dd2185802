package trace

import (
	"heddle/model"
	"heddle/trace/pages"
)

// Append makes c, which the newest state offers, the next event, and finds the races in which it is the later event.
func (x *Execution) Append(c model.Choice) {
	i := x.events.Len()
	t := &x.threads[c.Thread]
	op := x.ops.At(t.op).Op
	e := x.events.Add()
	*e = Event{Transition: Transition{c, t.op, -1}, Index: t.count + 1, race: int32(len(x.races)), Barrier: op.Barrier()}
	var partner *model.Op
	if op.Joint(c) {
		q := &x.threads[c.Partner]
		e.PartnerIndex, e.PartnerOp = q.count+1, q.op
		partner = x.ops.At(q.op).Op
	}
	e.Touches.From = x.touches.Len()
	x.effects.add(i, op, partner, c)
	e.Touches.N = x.touches.Len() - e.Touches.From
	e.Clock = x.clock(e, op, partner != nil)
	t.joined = t.joined || op.Kind == model.CondAdd
	t.count, t.last, t.clock, t.events = e.Index, i, e.Clock, pages.Append(t.events, i)
	if partner != nil {
		q := &x.threads[c.Partner]
		q.count, q.last, q.clock, q.events = e.PartnerIndex, i, e.Clock, pages.Append(q.events, i)
	}
	if e.Barrier {
		x.barrier, x.barriers = i, append(x.barriers, i)
	}
}

// clock makes the vector clock of e, the event of op that is being appended, from x.preds, the events that e depends on (newest first). It
// adds the events that are in a race with e to x.races. An Idle is in none: no state offers it and what it depends on.
func (x *Execution) clock(e *Event, op *model.Op, joint bool) Span {
	n := x.width
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
		if !e.Barrier && op.Kind != model.Idle && x.Op(int(i)).Kind != model.Idle {
			x.races = pages.Append(x.races, i)
		}
	}
	if e.Barrier {
		for _, t := range x.births {
			x.Join(clock, x.threads[t].clock)
		}
	}
	clock[e.Thread] = e.Index
	if joint {
		clock[e.Partner] = e.PartnerIndex
	}
	return Span{from, n}
}
