package trace

import (
	"slices"

	"heddle/model"
)

// This file is lines 8 to 13 of Algorithm 6: the transitions that e disables.

// A candidate is a transition that e may disable.
type candidate struct {
	Transition
	own bool // it takes a thread of e: e disables it whatever the state
}

// disabledBy shows u.c for the transitions c that e disables after pre(E, e).u, where u is a subsequence of notdep(e, E).
func (x *Execution) disabledBy(e int32) {
	r := &x.reversal
	ev := &x.events[e]
	op := &x.ops[ev.Op].op
	own := op.Kind.Alternatives() && (op.Kind != model.Send && op.Kind != model.Recv || op.Cap == 0)
	if !own && !ev.barrier && (!op.Kind.Disabler() || op.Kind == model.WGDone && r.below == noEvent) {
		return
	}
	if ev.barrier {
		for _, k := range x.pending(int(e)) {
			if k != ev.Op && x.ops[k].op.Kind.Timer() {
				x.alone(k, true) // a timer with the same deadline
			}
		}
		return
	}
	x.pendingWithout()
	if own {
		x.rivals(ev.Op)
		if ev.PartnerOp >= 0 {
			x.rivals(ev.PartnerOp)
		}
	}
	for _, k := range r.laters {
		if q := &x.ops[k].op; op.Kind.Disables(q.Kind) && q.CanBeDisabled() && x.dependsOn(ev, k) {
			x.alone(k, false)
		}
	}
	if op.Kind == model.Close && op.Cap == 0 {
		for _, k := range r.laters {
			if q := &x.ops[k].op; q.MeetsBy(true) && q.Names(op.Obj) {
				x.partners(k, op.Obj)
			}
		}
	}
}

// pendingWithout gathers in laters the operations of other threads than e's that can be pending after pre(E, e).notdep(e, E), or a
// part of it.
func (x *Execution) pendingWithout() {
	r := &x.reversal
	r.laters = r.laters[:0]
	to := x.without()
	e := &x.events[r.e]
	for _, t := range x.births {
		th := &x.threads[t]
		if t == e.Thread || e.PartnerOp >= 0 && t == e.Partner || x.reaches(r.e, th.birth) {
			continue
		}
		for i := r.base[t]; i <= to[t]; i++ {
			k := th.op
			if int(i) < len(th.events) {
				k = x.operationOf(t, th.events[i])
			} else if k < 0 || x.ops[k].index != i {
				break // the thread is over
			}
			x.addLater(k)
		}
	}
}

// operationOf is the operation of thread t that event i executes.
func (x *Execution) operationOf(t model.Thread, i int32) int32 {
	if e := &x.events[i]; e.Thread != t {
		return e.PartnerOp
	} else {
		return e.Op
	}
}

// addLater adds operation k to laters, and what a timer's was before it.
func (x *Execution) addLater(k int32) {
	r := &x.reversal
	p := &x.ops[k]
	from := len(r.laters)
	r.laters = append(r.laters, k)
	if !r.timers {
		return
	}
	for j := p.prior; j >= 0 && x.ops[j].index == p.index; j = x.ops[j].prior {
		x.addVariant(from, j)
	}
	for _, n := range r.nears {
		if f := &x.ops[n.far]; f.thread == p.thread && f.index == p.index {
			x.addVariant(from, n.near)
		}
	}
}

// addVariant adds operation k to laters, unless it stands there, from on, near or far as it is.
func (x *Execution) addVariant(from int, k int32) {
	r := &x.reversal
	for _, j := range r.laters[from:] {
		if x.ops[j].op.Arg == x.ops[k].op.Arg {
			return
		}
	}
	r.laters = append(r.laters, k)
}

// rivals shows the other transitions of operation k, which is e's.
func (x *Execution) rivals(k int32) {
	op := &x.ops[k].op
	if op.Kind != model.Send && op.Kind != model.Recv { // those were not closed
		x.alone(k, true)
	}
	if op.Kind == model.Send || op.Kind == model.Select {
		x.partners(k, model.NoObject)
	}
	if op.Kind == model.Recv || op.Kind == model.Select {
		for _, s := range x.reversal.laters {
			if x.ops[s].op.MeetsBy(true) {
				x.pair(s, k, model.NoObject, true)
			}
		}
	}
}

// partners shows the joint transitions of operation k with others, on channel o if it is given.
func (x *Execution) partners(k int32, o model.Object) {
	r := &x.reversal
	ev := &x.events[r.e]
	own := k == ev.Op || k == ev.PartnerOp
	for _, q := range [...]int32{ev.Op, ev.PartnerOp} {
		if q >= 0 && x.ops[q].op.MeetsBy(false) {
			x.pair(k, q, o, true)
		}
	}
	for _, q := range r.laters {
		if x.ops[q].op.MeetsBy(false) {
			x.pair(k, q, o, own)
		}
	}
}

// pair shows the joint transitions of a sender and a receiver.
func (x *Execution) pair(s, q int32, o model.Object, own bool) {
	a, b := &x.ops[s], &x.ops[q]
	if a.thread == b.thread || a.op.Polls() && b.op.Polls() || a.op.Cap > 0 {
		return
	}
	c := model.Choice{Thread: a.thread, Partner: b.thread}
	for i := range max(1, len(a.op.Cases)) {
		from := a.op.Obj
		if a.op.Kind == model.Select {
			if from = a.op.Cases[i].Obj; !a.op.Cases[i].Send || a.op.Cases[i].Cap > 0 {
				continue
			}
		}
		if from == model.NoObject || o != model.NoObject && o != from {
			continue
		}
		for j := range max(1, len(b.op.Cases)) {
			if b.op.Kind == model.Select && (b.op.Cases[j].Obj != from || b.op.Cases[j].Send) || b.op.Kind == model.Recv && b.op.Obj != from {
				continue
			}
			c.Case, c.PartnerCase = int16(i), int16(j)
			x.try(candidate{Transition{c, s, q}, own})
		}
	}
}

// alone shows the transitions of operation k that are not joint.
func (x *Execution) alone(k int32, own bool) {
	p := &x.ops[k]
	c := model.Choice{Thread: p.thread, Partner: model.NoThread}
	n := 1
	switch p.op.Kind {
	case model.Pick:
		n = int(p.op.Arg)
	case model.Select:
		n = len(p.op.Cases)
		if p.op.Arg == 1 {
			c.Case = -1
			x.try(candidate{Transition{c, k, -1}, own})
		}
	case model.CondSignal:
		for _, t := range x.births {
			x.try(candidate{Transition{model.Choice{Thread: p.thread, Partner: t}, k, -1}, own})
		}
	}
	for i := range n {
		c.Case = int16(i)
		x.try(candidate{Transition{c, k, -1}, own})
	}
}

// try hands on a transition that e may disable.
func (x *Execution) try(c candidate) {
	r := &x.reversal
	if ev := &x.events[r.e]; c.Choice != ev.Choice || c.Op != ev.Op {
		x.listWithout()
		r.each(x, c)
	}
}

// extend shows all sequences u.c after which e would disable c.
func (x *Execution) extend(c candidate) {
	r := &x.reversal
	copy(r.part, r.base)
	r.begin(x, r.part)
	r.candidate, r.out = c, r.out[:0]
	x.choose(0)
}

// listWithout makes w, the events of notdep(e, E) in their order.
func (x *Execution) listWithout() {
	r := &x.reversal
	if r.listed {
		return
	}
	to := x.without()
	r.listed, r.w = true, r.w[:0]
	from := r.e + 1
	if r.early {
		from = 0
	}
	for f := from; f < int32(len(x.events)); f++ {
		if e := &x.events[f]; e.index > r.base[e.Thread] && e.index <= to[e.Thread] {
			r.w = append(r.w, f)
		}
	}
}

// choose decides about the events of w from the i-th on. It keeps all that can be kept; only if e does not disable the candidate
// after that does it leave out, in turn, each event that the candidate depends on. For if v.c comes after a smaller part of w as well, it
// is met again: an execution that begins with u.c shows the races between c and the events of u that are not in v, and the
// transitions that these disable. Extensions wants all of them.
func (x *Execution) choose(i int) {
	r := &x.reversal
	outs := len(r.out)
	c := &r.candidate
	to := x.keepFrom(i)
	possible := to == len(r.w)
	found := possible && x.disabled()
	if found {
		r.end(c.Transition)
	}
	by := int32(-1)
	if possible && !found && !r.early {
		by, possible = x.heldUp()
	}
	x.dropFrom(i, to)
	r.out = r.out[:outs]
	if !possible || found && !r.early {
		return
	}
	if by >= 0 {
		x.ban(by, i, (*Execution).choose)
		return
	}
	at := i
	for ; at < to; at++ {
		f := r.w[at]
		ev := &x.events[f]
		switch {
		case x.excluded(f):
			r.out = append(r.out, f)
			continue
		case !x.needs(f) && x.meets(f):
			r.out = append(r.out, f)
			x.choose(at + 1)
			r.out = r.out[:len(r.out)-1]
		}
		r.part.keep(ev)
	}
	x.dropFrom(i, at)
	r.out = r.out[:outs]
}

// ban decides about the events of w from the i-th on without event by, unless it has been decided that by stays.
func (x *Execution) ban(by int32, i int, decide func(*Execution, int)) {
	r := &x.reversal
	if i < len(r.w) && by >= r.w[i] {
		r.banned = append(r.banned, by)
		decide(x, i)
		r.banned = r.banned[:len(r.banned)-1]
	}
}

// keepFrom keeps the events of w from the i-th on, but for those that cannot be kept. It returns where it had to stop: before an event
// that can neither be kept nor left out.
func (x *Execution) keepFrom(i int) int {
	r := &x.reversal
	for ; i < len(r.w); i++ {
		f := r.w[i]
		switch {
		case !x.excluded(f):
			r.part.keep(&x.events[f])
		case x.needs(f):
			return i
		default:
			r.out = append(r.out, f)
		}
	}
	return i
}

// dropFrom drops the events of w from the i-th on up to the one before to.
func (x *Execution) dropFrom(i, to int) {
	r := &x.reversal
	for to--; to >= i; to-- {
		r.part.drop(&x.events[r.w[to]])
	}
}

// excluded says whether event f cannot come before the candidate: it executes one of the candidate's operations, is banned, or happens after
// an event that is left out.
func (x *Execution) excluded(f int32) bool {
	r := &x.reversal
	c := &r.candidate
	return f == x.by(c.Op) || c.PartnerOp >= 0 && f == x.by(c.PartnerOp) ||
		slices.Contains(r.banned, f) || x.anyReaches(r.out, x.events[f].clock)
}
