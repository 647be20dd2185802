package trace

import "heddle/model"

// An Execution is the stack of events of the running execution, with happens-before between them. It grows by Observe (a state) and
// Append (an event) in turn. Truncate cuts it back and keeps what is known of the remaining prefix. The executions to come reuse its
// memory.
//
// An Execution only records: package reversal says what could have happened instead.
type Execution struct {
	names *model.Names
	dep   model.Dependence

	history
	states
	effects
	hashes
}

// NewExecution returns an empty execution of a program whose threads have these names.
func NewExecution(names *model.Names, d model.Dependence) *Execution {
	x := &Execution{names: names, dep: d, hashes: hashes{prefixes: []uint64{0}}}
	x.effects = effects{relation: d.Relation(), states: &x.states, history: &x.history, barrier: -1}
	return x
}

// Names are the names of the threads.
func (x *Execution) Names() *model.Names { return x.names }

// Dependence is what orders the events. Relation is the same as tables.
func (x *Execution) Dependence() model.Dependence { return x.dep }

// Transition is c, which the newest state offers, with its operations. OpAt gives them.
func (x *Execution) Transition(c model.Choice) Transition {
	t := Transition{c, x.threads[c.Thread].op, -1}
	if x.ops.At(t.Op).Op.Joint(c) {
		t.PartnerOp = x.threads[c.Partner].op
	}
	return t
}

// Op is the operation of event i, its owner's if the event is joint. It is valid until Truncate removes the event.
func (x *Execution) Op(i int) *model.Op { return x.ops.At(x.events.At(int32(i)).Op).Op }

// ReachedAt is the clock with which operation k became pending.
func (x *Execution) ReachedAt(k int32) Span {
	p := x.ops.At(k)
	t := &x.threads[p.Thread]
	if p.Index == 0 {
		return t.birth
	}
	return x.events.At(t.events.At(p.Index - 1)).Clock
}

// Precedes says whether event i happens before operation op, pending in the newest state, whatever is executed before op.
func (x *Execution) Precedes(i int, op int32) bool {
	return x.Reaches(int32(i), x.threads[x.ops.At(op).Thread].clock)
}

// ExecutedBy is the event that executed operation k, -1 for none.
func (x *Execution) ExecutedBy(k int32) int32 {
	p := x.ops.At(k)
	if all := &x.threads[p.Thread].events; p.Index < all.Len() {
		return all.At(p.Index)
	}
	return -1
}

// AddForm records op as another form of operation k, which no state has shown, and returns its number. It is valid until the next
// Truncate.
func (x *Execution) AddForm(k int32, op model.Op) int32 {
	p := *x.ops.At(k)
	p.Op, p.Prior = x.kept.keep(&op), x.threads[p.Thread].op
	x.ops.Push(p)
	if isSeveral(op.Kind) {
		x.several++
	}
	return x.ops.Len() - 1
}

// Observe records the state after the newest event: its new threads, and the operations that its threads have reached. It returns
// false, and records no more, if a thread's operation is not the one that an earlier state showed after the same events of the
// thread, in this execution or in an earlier one with the same prefix.
func (x *Execution) Observe(s *model.State) bool {
	at := x.marks.Len()
	x.waiting = x.waiting[:0]
	for i := range s.Pending {
		p := &s.Pending[i]
		for int(p.Thread) >= len(x.threads) {
			x.threads = append(x.threads, thread{last: -1, op: -1})
		}
		t := &x.threads[p.Thread]
		if !t.born {
			x.bear(t, p)
		}
		if t.op < 0 || x.ops.At(t.op).Index != t.count {
			x.reach(t, p, at, s.Found)
		} else if known := x.ops.At(t.op).Op; known.Kind == model.Never && p.Op.Kind != model.Never {
			x.reach(t, p, at, s.Found) // it has waited, as package sched/await has it
		} else if known.Kind != p.Op.Kind || known.Obj != p.Op.Obj {
			return false
		} else if known.Arg != p.Op.Arg {
			x.reach(t, p, at, s.Found)
		}
		x.waiting = append(x.waiting, t.op)
	}
	if x.relation.Refined() {
		x.values.observe(s.Pending)
	}
	x.mark(s)
	return true
}

func (x *Execution) bear(t *thread, p *model.Pending) {
	t.born, t.birth = true, Span{}
	parent := p.Parent
	for parent != model.NoThread && (int(parent) >= len(x.threads) || !x.threads[parent].born) {
		parent = x.names.Parent(parent) // it was over before it reached an operation
	}
	if parent != model.NoThread {
		t.birth = x.threads[parent].clock
	}
	x.width = max(x.width, int32(p.Thread)+1)
	if p.After != 0 {
		t.birth = x.afterBoth(x.ClockAfter(p.Parent, p.Since), x.ClockAfter(p.After, 1))
	}
	t.after, t.since = p.After, p.Since
	t.clock, t.count, t.last, t.op = t.birth, 0, -1, -1
	x.births = append(x.births, p.Thread)
}

// reach records that t's next operation is p's.
func (x *Execution) reach(t *thread, p *model.Pending, at int32, found []model.Found) {
	op := p.Op
	if len(op.Cases) > 0 {
		n := len(x.cases)
		x.cases = append(x.cases, op.Cases...)
		op.Cases = x.cases[n:len(x.cases):len(x.cases)]
		for i := range op.Cases {
			x.know(op.Cases[i].Obj, found)
		}
	}
	x.know(op.Obj, found)
	x.know(op.Clock, found)
	if t.op >= 0 && x.ops.At(t.op).Index == t.count && x.ops.At(t.op).Op.Kind != model.Never {
		at = x.ops.At(t.op).State
	}
	x.ops.Push(Operation{Op: x.kept.keep(&op), Thread: p.Thread, Index: t.count, State: at, Prior: t.op})
	t.op = x.ops.Len() - 1
	if isSeveral(op.Kind) {
		x.several++
	}
}

// Truncate removes all events but the first n, and all states after the n-th event. State n must have been observed.
func (x *Execution) Truncate(n int) {
	for i := x.Len() - 1; i >= n; i-- {
		x.undo(int32(i))
	}
	if n < x.Len() {
		e := x.events.At(int32(n))
		x.touches.Truncate(e.touch)
		x.clocks.Truncate(e.Clock.From)
		x.events.Truncate(int32(n))
		x.choices = x.choices[:min(len(x.choices), n)]
		for _, w := range x.watches {
			*w = min(*w, int32(n))
		}
		x.hashes.truncate(n)
		x.races.Truncate(e.race)
	}
	m := x.marks.At(int32(n))
	for k := x.ops.Len() - 1; k >= m.ops; k-- {
		x.threads[x.ops.At(k).Thread].op = x.ops.At(k).Prior
		if isSeveral(x.ops.At(k).Op.Kind) {
			x.several--
		}
	}
	r := x.rests.At(m.rest)
	for _, t := range x.births[r.births:] {
		x.threads[t].born = false
	}
	x.ops.Truncate(m.ops)
	x.kept.all.Truncate(r.kept)
	x.rests.Truncate(m.rest + 1)
	x.marks.Truncate(int32(n) + 1)
	x.waiting = x.waiting[:0]
	if x.relation.Refined() {
		x.values.truncate(int32(n) + 1)
	}
	x.cases, x.births, x.alarms = x.cases[:r.cases], x.births[:r.births], x.alarms[:r.alarms.From+r.alarms.N]
}

// undo removes what event i, the newest one, has done to its threads and objects.
func (x *Execution) undo(i int32) {
	e := x.events.At(i)
	for k := x.touches.Len() - 1; k >= e.touch; k-- {
		t := x.touches.At(k)
		o := &x.objects[t.Object]
		o.last, o.now = t.Prior, t.Before()
		o.touches.Pop()
	}
	x.touches.Truncate(e.touch)
	x.found = x.found[:min(len(x.found), int(e.touch))]
	x.rewind(e.Thread)
	if e.PartnerOp >= 0 {
		x.rewind(e.Partner)
	}
	if x.barrier == i {
		x.barriers = x.barriers[:len(x.barriers)-1]
		x.barrier = x.BarrierBefore(x.barrier)
	}
}
