package trace

import (
	"fmt"

	"heddle/model"
)

// Check compares what x has computed step by step with its definition, and panics if they differ. It compares every pair of events:
// tests switch it on.
func (x *Execution) Check() {
	c := checker{x}
	if len(x.events) != len(x.choices) {
		c.broken(len(x.events), "a choice for each event")
	}
	count := make([]int32, len(x.threads))
	for j := range x.events {
		c.clock(j, count)
	}
	for t := range x.threads {
		if th := &x.threads[t]; th.born && th.count != count[t] {
			c.broken(len(x.events), fmt.Sprintf("thread %d has executed %d events", t, th.count))
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
	e := &x.events[j]
	want := make([]int32, len(x.threads))
	copy(want, x.clocks[x.threads[e.Thread].birth.From:][:x.threads[e.Thread].birth.N])
	merge := func(s Span) {
		for t, n := range x.clocks[s.From : s.From+s.N] {
			want[t] = max(want[t], n)
		}
	}
	if e.PartnerOp >= 0 {
		merge(x.threads[e.Partner].birth)
	}
	for i := range j {
		if f := &x.events[i]; f.Shares(&e.Transition) || f.Barrier || e.Barrier || c.ordered(f, e) {
			merge(f.Clock)
		}
	}
	if e.Barrier {
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
		want[e.Partner] = e.PartnerIndex
	}
	if count[e.Thread] != e.Index {
		c.broken(j, "events of a thread are numbered in order")
	}
	for t := range want {
		got := int32(0)
		if t < int(e.Clock.N) {
			got = x.clocks[e.Clock.From+int32(t)]
		}
		if got != want[t] {
			c.broken(j, fmt.Sprintf("entry %d of the clock: got %d, want %d", t, got, want[t]))
		}
	}
}

// ordered says whether event f, which is older, happens before e because of their operations.
func (c checker) ordered(f, e *Event) bool {
	x := c.x
	if x.relation.Refined() {
		return c.orderedRefined(f, e)
	}
	if x.DependsOn(f, e.Op) || e.PartnerOp >= 0 && x.DependsOn(f, e.PartnerOp) {
		return true
	}
	fails := func(e *Event) bool { return x.touches[e.Touches.From].Role == model.Overdraw }
	a, b := &x.ops[f.Op].Op, &x.ops[e.Op].Op
	return a.Kind == model.WGDone && b.Kind == model.WGDone && a.Obj == b.Obj && (fails(f) || fails(e))
}

// chain checks that the touches of o are in order, and that each leaves the state that the next one finds.
func (c checker) chain(o model.Object) {
	x := c.x
	after := x.objects[o].now
	event := int32(len(x.events))
	for k := x.objects[o].last; k >= 0; k = x.touches[k].Prior {
		t := &x.touches[k]
		if t.Object != o || t.Event >= event {
			c.broken(int(t.Event), fmt.Sprintf("the chain of object %d is in order", o))
		}
		event = t.Event
		e := &x.events[event]
		if e.PartnerOp < 0 && t.Role < model.Role(model.NumKinds) && t.Before.After(x.ops[e.Op].Op.Action(e.Choice, o)) != after {
			c.broken(int(t.Event), fmt.Sprintf("the state of object %d follows from the events on it", o))
		}
		after = t.Before
	}
}

// orderedRefined says whether event f, which is older, happens before e because of what they do to one object.
func (c checker) orderedRefined(f, e *Event) bool {
	x := c.x
	of := func(g *Event) []Touch { return x.touches[g.Touches.From : g.Touches.From+g.Touches.N] }
	for _, t := range of(f) {
		for _, n := range of(e) {
			if t.Object == n.Object && x.relation.Dependent(n.Role, t.Role) &&
				!(model.Opposite(n.Role, t.Role) && !n.Follows(&t, x.ops[e.Op].Op.Cap)) {
				return true
			}
		}
	}
	return false
}
