package trace

import "heddle/model"

// An Execution is the stack of events of the running execution, with happens-before between them. It grows by Observe (a
// state) and Append (an event) in turn, and is cut back by Truncate; what it holds of the remaining prefix is kept, not
// computed again. All its memory is kept for the executions to come.
type Execution struct {
	names    *model.Names
	relation *model.Relation
	dep      model.Dependence

	events  []event
	choices []model.Choice // Invariant: choices[i] is the transition of events[i].
	touches []touch
	found   []int64 // under Refined, Invariant: found[i] is the value that touches[i] found, if it is one of an atomic variable.
	clocks  []int32 // the vector clocks of the events, one after the other

	threads []thread // by Thread
	objects []object // by Object
	states  []mark   // Invariant: states[i] belongs to the state after i events.
	ops     []pending
	cases   []model.Case
	births  []model.Thread
	waiting []int32       // the operations pending in each state, one state after the other: indices of ops
	values  []int64       // under Refined, Invariant: values[i] is Pending.Value for waiting[i].
	alarms  []model.Alarm // those of each state, one state after the other
	barrier int32         // the newest barrier event, -1 for none

	hashes []uint64     // Invariant: hashes[i] is the combined hash of the first i events.
	pasts  []model.Hash // Invariant: pasts[i] is the combined hash of the first i+1 events.

	races     []int32 // see Races; those of the first event, then those of the second, ...
	preds     []int32 // scratch: the dependent predecessors of an event
	firsts    []int32 // scratch: the initials of a sequence
	chain     []int32 // scratch: touches of one object
	disablers []Disabler
	future    []FutureRace
	again     []int32
	several   int     // Selects, TimerFires and Wakes among ops: operations on several objects
	seen      []int32 // by Thread: the stamp of the last search that met it
	stamp     int32
	width     int32 // length of the clocks made now
	reversal  reversal
}

// An event is one step of the execution. A joint event counts as an event of both its threads.
type event struct {
	Transition
	index        int32 // 1 for the first event of its thread
	partnerIndex int32 // likewise for the partner of a joint event, else 0
	before       int32 // the event of its thread before it, -1 for none
	partnerPrior int32 // likewise for the partner of a joint event
	clock        span
	touch        int32 // its first touch; the others follow
	race         int32 // its races are Execution.races from here on
	barrierPrior int32 // the newest barrier before it, -1 for none
	barrier      bool
}

// A touch is one event's action on one object. The touches of an object form a chain, newest first.
type touch struct {
	object model.Object
	event  int32
	prior  int32 // the touch of the object before it, -1 for none
	skip   int32 // the newest one before it whose role is of another class, -1 for none
	before model.Status
	role   model.Role
}

// A pending is one operation that a thread reached; it is the thread's pending operation until the thread's next event.
type pending struct {
	op     model.Op
	thread model.Thread
	index  int32 // the events that the thread had executed when it reached op
	state  int32 // the number of events before the first state that shows op
	prior  int32 // what stood in thread.op before
}

type thread struct {
	born   bool
	count  int32   // events so far
	events []int32 // they
	last   int32   // the newest of them, -1 for none
	op     int32   // the newest operation that it reached, -1 for none
	birth  span    // the clock with which it started
	clock  span    // the clock of its newest event, or birth
}

type object struct {
	last int32 // the newest touch, -1 for none
	now  model.Status
}

// A span is a clock's place in Execution.clocks.
type span struct{ from, n int32 }

// A mark holds the lengths of the stacks after a state was observed.
type mark struct {
	ops, cases, births, waiting, alarms int32
	horizon                             int64 // State.Horizon
}

// NewExecution returns an empty execution of a program whose threads have these names.
func NewExecution(names *model.Names, d model.Dependence) *Execution {
	return &Execution{names: names, dep: d, relation: d.Relation(), barrier: -1, hashes: []uint64{0}}
}

// Len is the number of events.
func (x *Execution) Len() int { return len(x.events) }

// Choices are the transitions of the events, in order. They must not be changed, and are valid until the next Append or Truncate.
func (x *Execution) Choices() []model.Choice { return x.choices }

// Names are the names of the threads.
func (x *Execution) Names() *model.Names { return x.names }

// Last is the newest event of thread t, -1 for none.
func (x *Execution) Last(t model.Thread) int { return int(x.threads[t].last) }

// Threads is the number of threads that the execution has shown.
func (x *Execution) Threads() int { return len(x.births) }

// Transition is c, which the newest state offers, with its operations. OpAt gives them.
func (x *Execution) Transition(c model.Choice) Transition {
	t := Transition{c, x.threads[c.Thread].op, -1}
	if x.ops[t.Op].op.Joint(c) {
		t.PartnerOp = x.threads[c.Partner].op
	}
	return t
}

// OpAt is the operation with number i.
func (x *Execution) OpAt(i int32) *model.Op { return &x.ops[i].op }

// Op is the operation of event i, its owner's if the event is joint. It is valid until Truncate removes the event.
func (x *Execution) Op(i int) *model.Op { return &x.ops[x.events[i].Op].op }

// Observe takes the state after the newest event: the threads that are new in it, and the operations that its threads have
// reached. It returns false, and takes no more, if a thread is not at the operation at which it was in an earlier execution
// of the same prefix.
func (x *Execution) Observe(s *model.State) bool {
	at := int32(len(x.states))
	for i := range s.Pending {
		p := &s.Pending[i]
		for int(p.Thread) >= len(x.threads) {
			x.threads = append(x.threads, thread{last: -1, op: -1})
			x.seen = append(x.seen, 0)
		}
		t := &x.threads[p.Thread]
		if !t.born {
			x.bear(t, p)
		}
		if t.op < 0 || x.ops[t.op].index != t.count {
			x.reach(t, p, at, s.Found)
		} else if known := &x.ops[t.op].op; known.Kind != p.Op.Kind || known.Obj != p.Op.Obj {
			return false
		} else if known.Arg != p.Op.Arg {
			x.reach(t, p, at, s.Found)
		}
		x.waiting = append(x.waiting, t.op)
		if x.relation.Refined() {
			x.values = append(x.values, p.Value)
		}
	}
	x.alarms = append(x.alarms, s.Alarms...)
	x.states = append(x.states, mark{
		int32(len(x.ops)), int32(len(x.cases)), int32(len(x.births)), int32(len(x.waiting)), int32(len(x.alarms)), s.Horizon,
	})
	return true
}

func (x *Execution) bear(t *thread, p *model.Pending) {
	t.born, t.birth = true, span{}
	parent := p.Parent
	for parent != model.NoThread && (int(parent) >= len(x.threads) || !x.threads[parent].born) {
		parent = x.names.Parent(parent) // it was over before it reached an operation
	}
	if parent != model.NoThread {
		t.birth = x.threads[parent].clock
	}
	t.clock, t.count, t.last, t.op = t.birth, 0, -1, -1
	x.births = append(x.births, p.Thread)
	x.width = max(x.width, int32(p.Thread)+1)
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
	if t.op >= 0 && x.ops[t.op].index == t.count {
		at = x.ops[t.op].state
	}
	x.ops = append(x.ops, pending{op: op, thread: p.Thread, index: t.count, state: at, prior: t.op})
	t.op = int32(len(x.ops) - 1)
	if x.severalObjects(t.op) {
		x.several++
	}
}

func (x *Execution) severalObjects(op int32) bool {
	return x.ops[op].op.Kind == model.Select || x.ops[op].op.Kind.Timer()
}

// know makes sure that there is an entry for o. Until an event touches o it is in the state in which it was found.
func (x *Execution) know(o model.Object, found []model.Found) {
	for int(o) >= len(x.objects) {
		x.objects = append(x.objects, object{last: -1})
	}
	if o == model.NoObject || x.objects[o].last >= 0 {
		return
	}
	x.objects[o].now = model.Status{}
	for i := range found {
		if f := &found[i]; f.Obj == o {
			x.objects[o].now = model.Status{N: f.N, Sent: f.N, Taken: f.Taken, Closed: f.Closed}
		}
	}
}

// Truncate removes all events but the first n, and all states after the n-th event. State n must have been observed.
func (x *Execution) Truncate(n int) {
	for i := len(x.events) - 1; i >= n; i-- {
		x.undo(&x.events[i])
	}
	x.reversal.fresh = min(x.reversal.fresh, int32(n))
	if n < len(x.events) {
		e := &x.events[n]
		x.touches, x.clocks = x.touches[:e.touch], x.clocks[:e.clock.from]
		x.events, x.choices = x.events[:n], x.choices[:n]
		x.hashes = x.hashes[:min(len(x.hashes), n+1)]
		x.pasts = x.pasts[:min(len(x.pasts), n)]
		x.races = x.races[:e.race]
	}
	m := x.states[n]
	for k := int32(len(x.ops)) - 1; k >= m.ops; k-- {
		x.threads[x.ops[k].thread].op = x.ops[k].prior
		if x.severalObjects(k) {
			x.several--
		}
	}
	for _, t := range x.births[m.births:] {
		x.threads[t].born = false
	}
	x.ops, x.cases, x.births = x.ops[:m.ops], x.cases[:m.cases], x.births[:m.births]
	x.values = x.values[:min(len(x.values), int(m.waiting))]
	x.waiting, x.alarms, x.states = x.waiting[:m.waiting], x.alarms[:m.alarms], x.states[:n+1]
}

func (x *Execution) undo(e *event) {
	for k := len(x.touches) - 1; k >= int(e.touch); k-- {
		t := &x.touches[k]
		x.objects[t.object] = object{t.prior, t.before}
	}
	x.touches = x.touches[:e.touch]
	x.found = x.found[:min(len(x.found), int(e.touch))]
	x.rewind(e.Thread, e.before)
	if e.PartnerOp >= 0 {
		x.rewind(e.Partner, e.partnerPrior)
	}
	x.barrier = e.barrierPrior
}

// rewind makes last the newest event of t again.
func (x *Execution) rewind(t model.Thread, last int32) {
	p := &x.threads[t]
	p.count, p.last, p.clock, p.events = p.count-1, last, p.birth, p.events[:p.count-1]
	if last >= 0 {
		p.clock = x.events[last].clock
	}
}
