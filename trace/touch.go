package trace

import "heddle/model"

// add makes event i act on every object of its operations. It gathers in s.preds the events that it depends on, newest first.
func (s *effects) add(i int32, op, partner *model.Op, c model.Choice) {
	s.preds = s.preds[:0]
	if chains := s.act(i, op, partner, c); chains > 1 {
		descending(s.preds)
	}
}

// act is add, in no order. It returns the number of chains from which the events come.
func (s *effects) act(i int32, op, partner *model.Op, c model.Choice) (chains int) {
	switch {
	case op.Kind == model.Select || op.Kind == model.Idle || partner != nil:
		chains = s.actCases(i, op, partner, c)
	case op.Obj != model.NoObject:
		s.touch(i, op.Obj, model.Role(op.Kind), op.Action(c, op.Obj))
		chains = 1
		if len(op.Cases) > 0 { // a timer's channel, a connection's other direction
			s.touch(i, op.Cases[0].Obj, op.CaseRole(), op.Action(c, op.Cases[0].Obj))
			chains++
		}
	}
	for _, o := range [...]*model.Op{op, partner} {
		if o != nil && o.Clock != model.NoObject {
			chains += s.touchOnce(i, o.Clock, o.ClockRole(), model.Action{Kind: o.Kind})
		}
	}
	return chains
}

// actCases is act for operations that name several channels, all of which they touch.
func (s *effects) actCases(i int32, op, partner *model.Op, c model.Choice) (chains int) {
	for _, o := range [...]*model.Op{op, partner} {
		if o == nil {
			continue
		}
		if o.Obj != model.NoObject {
			chains += s.touchOnce(i, o.Obj, model.Role(model.Select), model.Action{Kind: model.Select})
		}
		for k := range o.Cases {
			if obj := o.Cases[k].Obj; obj != model.NoObject {
				a := model.Action{Kind: model.Select}
				if partner == nil {
					a = o.Action(c, obj)
				}
				chains += s.touchOnce(i, obj, model.Role(model.Select), a)
			}
		}
	}
	return chains
}

// touchOnce touches o in role r, unless event i did already. It returns the number of chains that this adds.
func (s *effects) touchOnce(i int32, o model.Object, r model.Role, a model.Action) int {
	if last := s.objects[o].last; last >= 0 && s.touches.At(last).Event == i {
		return 0
	}
	s.touch(i, o, r, a)
	return 1
}

// touch makes event i act on o, and gathers the events on o that it depends on, back to the newest with a role on which every role
// depends (Relation.Full), or to the newest barrier.
func (s *effects) touch(i int32, o model.Object, r model.Role, a model.Action) {
	obj := &s.objects[o]
	now := obj.now.After(a)
	if r == model.Role(model.WGDone) && now.N < 0 {
		r = model.Overdraw
	}
	n := NewTouch(o, r, obj.now)
	n.Event, n.Prior, n.Skip = i, obj.last, obj.last
	rel := s.relation
	if rel.Refined() {
		s.touchRefined(&n, a)
		obj.add(s.touches.Len(), now)
		s.touches.Push(n)
		return
	}
	if obj.last >= 0 && rel.Alike(s.touches.At(obj.last).Role, r) {
		n.Skip = s.touches.At(obj.last).Skip
	}
	for k := obj.last; k >= 0; {
		t := s.touches.At(k)
		if rel.Dependent(r, t.Role) {
			s.preds = append(s.preds, t.Event)
			if rel.Full(t.Role) || t.Event < s.barrier {
				break
			}
			k = t.Prior
		} else if rel.Alike(r, t.Role) {
			k = t.Skip
		} else {
			k = t.Prior
		}
	}
	obj.add(s.touches.Len(), now)
	s.touches.Push(n)
}

// descending sorts a short list.
func descending(list []int32) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && list[k] > list[k-1]; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}
