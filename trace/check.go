package trace

import (
	"fmt"

	"heddle/model"
)

// Check compares what x has computed step by step with its definition, and panics if they differ. It compares every pair of events:
// tests switch it on.
func (x *Execution) Check() {
	c := checker{x}
	for i, choice := range x.choices {
		if i >= x.Len() || x.events.At(int32(i)).Choice != choice {
			c.broken(i, "the choices are those of the events")
		}
	}
	count := make([]int32, len(x.threads))
	for j := range x.Len() {
		c.clock(j, count)
	}
	for t := range x.threads {
		if th := &x.threads[t]; th.born && th.count != count[t] {
			c.broken(x.Len(), fmt.Sprintf("thread %d has executed %d events", t, th.count))
		}
	}
	for o := range x.objects {
		c.chain(model.Object(o))
	}
}

// A checker checks one execution.
type checker struct{ x *Execution }

func (c checker) broken(event int, what string) {
	panic(fmt.Sprintf("trace: execution: %s: broken at event %d", what, event))
}

// clock checks that the clock of event j counts, for each thread, the events that happen before j.
func (c checker) clock(j int, count []int32) {
	x := c.x
	e := x.events.At(int32(j))
	want := make([]int32, len(x.threads))
	copy(want, x.Times(x.threads[e.Thread].birth))
	merge := func(s Span) {
		for t, n := range x.Times(s) {
			want[t] = max(want[t], n)
		}
	}
	if e.PartnerOp >= 0 {
		merge(x.threads[e.Partner].birth)
	}
	for i := range j {
		if f := x.events.At(int32(i)); f.Shares(&e.Transition) || x.IsBarrier(f) || x.IsBarrier(e) || c.ordered(int32(i), int32(j)) {
			merge(f.Clock)
		}
	}
	if x.IsBarrier(e) {
		for _, t := range x.births {
			if x.threads[t].birth.From+x.threads[t].birth.N <= e.Clock.From {
				merge(x.threads[t].birth)
			}
		}
	}
	count[e.Thread]++
	want[e.Thread] = e.Index
	if e.PartnerOp >= 0 {
		count[e.Partner]++
		want[e.Partner] = x.PartnerIndex(e)
	}
	if count[e.Thread] != e.Index {
		c.broken(j, "events of a thread are numbered in order")
	}
	for t := range want {
		got := int32(0)
		if t < int(e.Clock.N) {
			got = x.Times(e.Clock)[t]
		}
		if got != want[t] {
			c.broken(j, fmt.Sprintf("entry %d of the clock: got %d, want %d", t, got, want[t]))
		}
	}
}

// ordered says whether event i, which is older, happens before event j because of their operations.
func (c checker) ordered(i, j int32) bool {
	x := c.x
	if x.relation.Refined() {
		return c.orderedRefined(i, j)
	}
	f, e := x.events.At(i), x.events.At(j)
	if x.DependsOn(f, e.Op) || e.PartnerOp >= 0 && x.DependsOn(f, e.PartnerOp) {
		return true
	}
	fails := func(e *Event) bool { return x.touches.At(e.touch).Role == model.Overdraw }
	a, b := x.ops.At(f.Op).Op, x.ops.At(e.Op).Op
	return a.Kind == model.WGDone && b.Kind == model.WGDone && a.Obj == b.Obj && (fails(f) || fails(e))
}

// chain checks that the touches of o are in order, and that each leaves the state that the next one finds.
func (c checker) chain(o model.Object) {
	x := c.x
	after := x.objects[o].now
	event := x.events.Len()
	for k := x.objects[o].last; k >= 0; k = x.touches.At(k).Prior {
		t := x.touches.At(k)
		if t.Object != o || t.Event >= event {
			c.broken(int(t.Event), fmt.Sprintf("the chain of object %d is in order", o))
		}
		event = t.Event
		e := x.events.At(event)
		if e.PartnerOp < 0 && t.Role < model.Role(model.NumKinds) && t.Role != model.ClockWrite && t.Before().After(x.ops.At(e.Op).Op.Action(e.Choice, o)) != after {
			c.broken(int(t.Event), fmt.Sprintf("the state of object %d follows from the events on it", o))
		}
		after = t.Before()
	}
}

// orderedRefined says whether event i, which is older, happens before event j because of what they do to one object.
func (c checker) orderedRefined(i, j int32) bool {
	x := c.x
	e := x.events.At(j)
	for from, to := x.TouchesOf(i); from < to; from++ {
		t := x.touches.At(from)
		for from, to := x.TouchesOf(j); from < to; from++ {
			n := x.touches.At(from)
			if t.Object == n.Object && x.relation.Dependent(n.Role, t.Role) &&
				!(model.Opposite(n.Role, t.Role) && !n.Follows(t, x.ops.At(e.Op).Op.Cap)) {
				return true
			}
		}
	}
	return false
}
