package trace

import "heddle/model"

// Append makes c, which the newest state offers, the next event, and finds the races in which it is the later event.
func (x *Execution) Append(c model.Choice) {
	i := int32(len(x.events))
	t := &x.threads[c.Thread]
	e := Event{
		Transition: Transition{c, t.op, -1}, Index: t.count + 1, Before: t.last, PartnerBefore: -1,
		race: int32(len(x.races)), BarrierBefore: x.barrier, Serial: x.serial + 1,
	}
	op := &x.ops[t.op].Op
	var partner *model.Op
	if op.Joint(c) {
		q := &x.threads[c.Partner]
		e.PartnerIndex, e.PartnerOp, e.PartnerBefore = q.count+1, q.op, q.last
		partner = &x.ops[q.op].Op
	}
	e.Barrier, e.Touches.From, x.serial = op.Barrier(), int32(len(x.touches)), e.Serial
	x.preds = x.preds[:0]
	chains := x.act(i, op, partner, c)
	if chains > 1 {
		descending(x.preds)
	}
	e.Touches.N = int32(len(x.touches)) - e.Touches.From
	e.Clock = x.clock(&e, partner != nil)
	t.count, t.last, t.clock, t.events = e.Index, i, e.Clock, append(t.events, i)
	if partner != nil {
		q := &x.threads[c.Partner]
		q.count, q.last, q.clock, q.events = e.PartnerIndex, i, e.Clock, append(q.events, i)
	}
	if e.Barrier {
		x.barrier = i
	}
	x.events = append(x.events, e)
	x.choices = append(x.choices, c)
}

// act touches every object of event i and gathers its dependent predecessors. It returns the number of chains that they are from.
func (x *Execution) act(i int32, op, partner *model.Op, c model.Choice) (chains int) {
	switch {
	case op.Kind == model.Select || partner != nil:
		chains = x.actCases(i, op, partner, c)
	case op.Obj != model.NoObject:
		x.touch(i, op.Obj, model.Role(op.Kind), op.Action(c, op.Obj))
		chains = 1
		if len(op.Cases) > 0 { // a timer's channel
			x.touch(i, op.Cases[0].Obj, model.Role(model.Select), op.Action(c, op.Cases[0].Obj))
			chains++
		}
	}
	if op.Clock != model.NoObject {
		x.touch(i, op.Clock, op.ClockRole(), model.Action{Kind: op.Kind})
		chains++
	}
	return chains
}

// actCases is act for operations that name several channels, all of which they touch.
func (x *Execution) actCases(i int32, op, partner *model.Op, c model.Choice) (chains int) {
	for _, o := range [...]*model.Op{op, partner} {
		if o == nil {
			continue
		}
		if o.Obj != model.NoObject {
			chains += x.touchOnce(i, o.Obj, model.Action{Kind: model.Select})
		}
		for k := range o.Cases {
			if obj := o.Cases[k].Obj; obj != model.NoObject {
				a := model.Action{Kind: model.Select}
				if partner == nil {
					a = o.Action(c, obj)
				}
				chains += x.touchOnce(i, obj, a)
			}
		}
	}
	return chains
}

// touchOnce touches o, unless event i did already.
func (x *Execution) touchOnce(i int32, o model.Object, a model.Action) int {
	if last := x.objects[o].last; last >= 0 && x.touches[last].Event == i {
		return 0
	}
	x.touch(i, o, model.Role(model.Select), a)
	return 1
}

// touch makes event i act on o, and gathers the events on o that it depends on, back to the newest on which everything depends.
func (x *Execution) touch(i int32, o model.Object, r model.Role, a model.Action) {
	obj := &x.objects[o]
	now := obj.now.After(a)
	if r == model.Role(model.WGDone) && now.N < 0 {
		r = model.Overdraw
	}
	n := Touch{Object: o, Event: i, Prior: obj.last, Skip: obj.last, Before: obj.now, Role: r}
	rel := x.relation
	if rel.Refined() {
		x.touchRefined(&n, a)
		obj.now, obj.last = now, int32(len(x.touches))
		x.touches = append(x.touches, n)
		return
	}
	if obj.last >= 0 && rel.Alike(x.touches[obj.last].Role, r) {
		n.Skip = x.touches[obj.last].Skip
	}
	for k := obj.last; k >= 0; {
		t := &x.touches[k]
		if rel.Dependent(r, t.Role) {
			x.preds = append(x.preds, t.Event)
			if rel.Full(t.Role) || t.Event < x.barrier {
				break
			}
			k = t.Prior
		} else if rel.Alike(r, t.Role) {
			k = t.Skip
		} else {
			k = t.Prior
		}
	}
	obj.now = now
	obj.last = int32(len(x.touches))
	x.touches = append(x.touches, n)
}

// descending sorts a short list.
func descending(list []int32) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && list[k] > list[k-1]; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}
