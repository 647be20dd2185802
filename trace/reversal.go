package trace

// This file finds the sequences with which an execution E and another one part: lines 3 to 5 and 8 to 13 of Algorithm 6 of
// the source sets paper (2017). Each begins after pre(E, e), for an event e of E, and consists of events of notdep(e, E), as
// many as can be, and of one transition that is in a race with e: an event of E, or a transition that e disables.

// A Step is one transition of a Sequence. Its operations are those that the execution numbers so.
type Step struct {
	Choice
	Op, Partner int32 // Partner is -1 if the transition is not joint
	event       int32 // the event of the execution, or -1 for the transition at the end
}

// A reversal is the memory of Reversals.
type reversal struct {
	visit func(*Sequence)
	next  []int32 // by race: the next one with the same first event, -1 for none
	head  []int32 // by event: the races of which it is the first event
	later []int32 // by race: its second event
	by    []int32 // by operation: the event that executed it, -1 for none
	can   []int32 // the operations that other events can disable
	sends []int32 // the operations that can send on an unbuffered channel
	recvs []int32 // those that can receive

	e         int32   // the event that is left out
	w         []int32 // notdep(e, E)
	full      bool    // w has been made
	kept      []int32 // by event: the stamp of the sequence that holds it
	out       []int32 // events of w that the sequence leaves out
	sequence  Sequence
	below     bool // a WaitGroup's counter fell below zero
	nears     []near
	alarms    []Alarm // see alarmsAfter
	horizon   int64
	candidate candidate
}

// A candidate is a transition that e may disable.
type candidate struct {
	c       Choice
	op      int32
	partner int32 // -1 if it is not joint
	own     bool  // it takes a thread of e: e disables it whatever the state
}

// Reversals calls visit with each sequence that the execution, which must be over, calls for. The sequence is valid until visit
// returns, and visit may take steps from it. Longest prefix first.
func (x *Execution) Reversals(visit func(*Sequence)) {
	r := &x.reversal
	r.visit = visit
	x.prepare()
	for e := int32(len(x.events)) - 1; e >= 0; e-- {
		r.e, r.full = e, false
		for k := r.head[e]; k >= 0; k = r.next[k] {
			x.reverse(r.later[k])
		}
		x.disabledBy(e)
	}
}

// prepare fills the tables of operations and races.
func (x *Execution) prepare() {
	r := &x.reversal
	r.by, r.can, r.sends, r.recvs = r.by[:0], r.can[:0], r.sends[:0], r.recvs[:0]
	r.nears, r.below = r.nears[:0], false
	for k := range x.ops {
		x.addNear(int32(k))
	}
	for k := range x.ops {
		r.by = append(r.by, -1)
		x.sort(int32(k))
	}
	r.head, r.next, r.later = r.head[:0], r.next[:0], r.later[:0]
	for i := range x.events {
		e := &x.events[i]
		r.head = append(r.head, -1)
		r.by[e.op] = int32(i)
		r.below = r.below || x.ops[e.op].op.Kind == WGDone && x.touches[e.touch].role == overdraw
		for k := x.ops[e.op].prior; x.Timer(e.op) && k >= 0 && x.ops[k].index == x.ops[e.op].index; k = x.ops[k].prior {
			r.by[k] = int32(i)
		}
		if e.partnerOp >= 0 {
			r.by[e.partnerOp] = int32(i)
		}
	}
	for _, n := range r.nears {
		r.by[n.near] = r.by[n.far]
	}
	for len(r.kept) < len(x.events) {
		r.kept = append(r.kept, 0)
	}
	for i := range x.events {
		to := int32(len(x.races))
		if i+1 < len(x.events) {
			to = x.events[i+1].race
		}
		for k := x.events[i].race; k < to; k++ {
			first := x.races[k]
			r.later = append(r.later, int32(i))
			r.next = append(r.next, r.head[first])
			r.head[first] = k
		}
	}
}

// sort puts operation k among those that can be disabled.
func (x *Execution) sort(k int32) {
	r := &x.reversal
	op := &x.ops[k].op
	if op.Kind == CondSignal || op.Kind.Blocks() && op.Kind != CondWait && op.Kind != Never && !op.Barrier() {
		r.can = append(r.can, k)
	}
	switch {
	case op.Kind == Send && op.Cap == 0:
		r.sends = append(r.sends, k)
	case op.Kind == Recv && op.Cap == 0:
		r.recvs = append(r.recvs, k)
	}
	send, recv := false, false
	if op.Kind == Select {
		for i := range op.Cases {
			c := &op.Cases[i]
			send = send || c.Obj != NoObject && c.Cap == 0 && c.Send
			recv = recv || c.Obj != NoObject && c.Cap == 0 && !c.Send
		}
	}
	if send {
		r.sends = append(r.sends, k)
	}
	if recv {
		r.recvs = append(r.recvs, k)
	}
}

// without makes w = notdep(e, E).
func (x *Execution) without() {
	r := &x.reversal
	if r.full {
		return
	}
	r.full, r.w = true, r.w[:0]
	for f := r.e + 1; f < int32(len(x.events)); f++ {
		if !x.reaches(r.e, x.events[f].clock) {
			r.w = append(r.w, f)
		}
	}
}

// begin starts a new sequence.
func (r *reversal) begin(x *Execution) {
	x.stamp++
	r.sequence.x, r.sequence.N, r.sequence.stamp = x, int(r.e), x.stamp
	r.sequence.all = r.sequence.all[:0]
	r.out = r.out[:0]
}

func (r *reversal) keep(x *Execution, f int32) {
	e := &x.events[f]
	r.kept[f] = r.sequence.stamp
	r.sequence.all = append(r.sequence.all, Step{e.Choice, e.op, e.partnerOp, f})
}

// drop takes back the last step that was kept.
func (r *reversal) drop() {
	last := len(r.sequence.all) - 1
	r.kept[r.sequence.all[last].event] = 0
	r.sequence.all = r.sequence.all[:last]
}

// end shows the sequence, with c as its last step.
func (r *reversal) end(c Choice, op, partner int32) {
	v := &r.sequence
	n := len(v.all)
	v.all = append(v.all, Step{c, op, partner, -1})
	v.Steps = append(v.Steps[:0], v.all...)
	v.passed = v.passed[:0]
	r.visit(v)
	v.all = v.all[:n]
}

// reverse shows notdep(e, E).f, for an event f that is in a race with e, if f can be executed there.
func (x *Execution) reverse(f int32) {
	r := &x.reversal
	x.without()
	r.begin(x)
	for _, g := range r.w {
		r.keep(x, g)
	}
	e := &x.events[f]
	if x.offered(e.Choice, e.op, e.partnerOp, false) {
		r.end(e.Choice, e.op, e.partnerOp)
	}
}

// disabledBy shows u.c for the transitions c that e disables after pre(E, e).u, where u is a subsequence of notdep(e, E).
func (x *Execution) disabledBy(e int32) {
	r := &x.reversal
	ev := &x.events[e]
	kind := x.ops[ev.op].op.Kind
	if alternatives[kind] {
		x.rivals(ev, ev.op)
		if ev.partnerOp >= 0 {
			x.rivals(ev, ev.partnerOp)
		}
	}
	if ev.barrier {
		for _, k := range x.pending(int(e)) {
			if k != ev.op && x.Timer(k) {
				x.alone(k, true) // a timer with the same deadline
			}
		}
		return
	}
	if !disabler[kind] || kind == WGDone && !r.below {
		return
	}
	for _, k := range r.can {
		if disables[kind][x.ops[k].op.Kind] && k != ev.op && k != ev.partnerOp && !x.same(ev, k) && x.later(k) && x.dependsOn(ev, k) {
			x.alone(k, false)
		}
	}
	if op := &x.ops[ev.op].op; op.Kind == Close && op.Cap == 0 {
		for _, k := range r.sends {
			if x.later(k) && x.ops[k].op.Names(op.Obj) {
				x.partners(k, r.recvs, op.Obj)
			}
		}
	}
}

// later says whether operation k can be pending after pre(E, e).notdep(e, E), or a part of it.
func (x *Execution) later(k int32) bool {
	r := &x.reversal
	by := r.by[k]
	return (by < 0 || by > r.e) && !x.reaches(r.e, x.past(k))
}

// rivals shows the other transitions of one of e's operations.
func (x *Execution) rivals(ev *event, k int32) {
	r := &x.reversal
	op := &x.ops[k].op
	if op.Kind != Send && op.Kind != Recv { // those were not closed
		x.alone(k, true)
	}
	if op.Kind == Send || op.Kind == Select {
		x.partners(k, r.recvs, NoObject)
	}
	if op.Kind == Recv || op.Kind == Select {
		for _, s := range r.sends {
			if s != ev.op && s != ev.partnerOp && x.later(s) {
				x.pair(s, k, NoObject, true)
			}
		}
	}
}

// same says whether operation k is e's at another time: a timer's that was near.
func (x *Execution) same(ev *event, k int32) bool {
	p := &x.ops[k]
	return ev.Thread == p.thread && x.ops[ev.op].index == p.index
}

// partners shows the joint transitions of operation k with others, on channel o if it is given.
func (x *Execution) partners(k int32, recvs []int32, o Object) {
	r := &x.reversal
	ev := &x.events[r.e]
	own := k == ev.op || k == ev.partnerOp
	for _, q := range recvs {
		if mine := q == ev.op || q == ev.partnerOp; mine || x.later(q) {
			x.pair(k, q, o, own || mine)
		}
	}
}

// pair shows the joint transitions of a sender and a receiver.
func (x *Execution) pair(s, q int32, o Object, own bool) {
	a, b := &x.ops[s], &x.ops[q]
	if a.thread == b.thread || a.op.Polls() && b.op.Polls() || a.op.Cap > 0 {
		return
	}
	c := Choice{Thread: a.thread, Partner: b.thread}
	for i := range max(1, len(a.op.Cases)) {
		from := a.op.Obj
		if a.op.Kind == Select {
			if from = a.op.Cases[i].Obj; !a.op.Cases[i].Send || a.op.Cases[i].Cap > 0 {
				continue
			}
		}
		if from == NoObject || o != NoObject && o != from {
			continue
		}
		for j := range max(1, len(b.op.Cases)) {
			if b.op.Kind == Select && (b.op.Cases[j].Obj != from || b.op.Cases[j].Send) || b.op.Kind == Recv && b.op.Obj != from {
				continue
			}
			c.Case, c.PartnerCase = int16(i), int16(j)
			x.try(candidate{c, s, q, own})
		}
	}
}

// alone shows the transitions of operation k that are not joint.
func (x *Execution) alone(k int32, own bool) {
	p := &x.ops[k]
	c := Choice{Thread: p.thread, Partner: NoThread}
	n := 1
	switch p.op.Kind {
	case Pick:
		n = int(p.op.Arg)
	case Select:
		n = len(p.op.Cases)
		if p.op.Arg == 1 {
			c.Case = -1
			x.try(candidate{c, k, -1, own})
		}
	case CondSignal:
		for _, t := range x.births {
			x.try(candidate{Choice{Thread: p.thread, Partner: t}, k, -1, own})
		}
	}
	for i := range n {
		c.Case = int16(i)
		x.try(candidate{c, k, -1, own})
	}
}

// try shows all sequences u.c after which e would disable c.
func (x *Execution) try(c candidate) {
	r := &x.reversal
	ev := &x.events[r.e]
	if c.c == ev.Choice && c.op == ev.op {
		return
	}
	x.without()
	r.begin(x)
	r.candidate = c
	x.choose(0)
}

// choose decides about the events of w from the i-th on, in all ways that can matter: an event that is independent of the
// candidate is kept, the others are kept and left out in turn.
func (x *Execution) choose(i int) {
	r := &x.reversal
	c := &r.candidate
	outs, kept := len(r.out), len(r.sequence.all)
	for ; i < len(r.w); i++ {
		f := r.w[i]
		needed := x.reaches(f, x.past(c.op)) || c.partner >= 0 && x.reaches(f, x.past(c.partner))
		taken := r.by[c.op] == f || c.partner >= 0 && r.by[c.partner] == f
		if taken || x.anyReaches(r.out, x.events[f].clock) {
			if needed {
				break
			}
			r.out = append(r.out, f)
			continue
		}
		ev := &x.events[f]
		if !needed && (x.dependsOn(ev, c.op) || c.partner >= 0 && x.dependsOn(ev, c.partner)) {
			r.out = append(r.out, f)
			x.choose(i + 1)
			r.out = r.out[:len(r.out)-1]
		}
		r.keep(x, f)
	}
	if i == len(r.w) && x.offered(c.c, c.op, c.partner, false) && (c.own || !x.offered(c.c, c.op, c.partner, true)) {
		r.end(c.c, c.op, c.partner)
	}
	r.out = r.out[:outs]
	for len(r.sequence.all) > kept {
		r.drop()
	}
}

// past is the clock with which operation k became pending.
func (x *Execution) past(k int32) span {
	p := &x.ops[k]
	t := &x.threads[p.thread]
	if p.index == 0 {
		return t.birth
	}
	if by := x.reversal.by[k]; by >= 0 {
		if e := &x.events[by]; e.Thread == p.thread {
			return x.events[e.before].clock
		} else {
			return x.events[e.partnerPrior].clock
		}
	}
	if p.index == t.count {
		return t.clock
	}
	last := t.last // an operation that was replaced
	for {
		e := &x.events[last]
		index, prior := e.index, e.before
		if e.Thread != p.thread {
			index, prior = e.partnerIndex, e.partnerPrior
		}
		if index == p.index {
			return e.clock
		}
		last = prior
	}
}
