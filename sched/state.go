package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/clock"
	"heddle/sched/state"
)

// The state of a Go program, for algorithms that tell states apart. It is made of
//
//   - of each goroutine: its stack, its deferred calls, its pending operation, its random numbers, how many threads it has started,
//     and what it has put into pools (localMemory: the local state);
//   - the package-level variables of the checked packages, and all of the heap that is reached from them and from the local
//     states (heapstate.go);
//   - what the engine knows on the program's behalf: the clock, the timers, who waits for condition variables, the
//     failure found so far.
//
// Addresses differ between executions that reach one state. A stack is read when all goroutines stand before an operation: all that is
// live is in memory then, no register is. A word of it that is an address in the same stack stands for its distance from the top;
// one that is an address in the heap for the name of the allocation (origin.go) and the place in it; all others for
// themselves: code, types and package-level variables have the same addresses all along. Of a word that is an address in the heap and that
// the collector does not take for a pointer nothing counts but that it is one: it is left over from before, for what the program
// can still use, the collector keeps.
//
// What the collector does not keep apart is kept apart here, too: a variable that is no pointer may be in a slot of the stack that
// is not used any more, and a slot may never have been written. So that as little as possible is left over from deeper
// calls, the unused part of a stack is cleared after every operation (wipeStack). What is left makes states differ that need not,
// and none equal.
//
// The frames of the engine are no part of a stack. What a pending operation was called with stands in them alone, for the functions
// that the engine takes over have no use for it any more: it is added from what the engine knows (arguments), and what it points to
// counts as in use.
//
// Memory of the standard library's package-level variables, what was in the heap before the execution but is not reached from
// variables of the checked packages, what only a weak pointer points to, and memory that is not Go's are no state. A goroutine that is in
// a coroutine (iter.Pull) has more than one stack: from then on an execution's states have no Memory; nor have they
// once files or the environment have changed (Config.Changed).

// Statics are the memory that is put back before each execution: package-level variables, and the heap objects that they reached when
// the test began.
type Statics struct {
	Variables, Objects [][]byte
}

// memory is the model.Memory of the running execution. It reads nothing before it is asked.
type memory struct {
	source  state.Source
	statics *Statics
	kept    map[uintptr]uintptr // of statics.Objects: address and size
	held    state.Local         // what the engine's user holds of the execution
	timer   state.Local         // of one timer: the state of timers is global, because other threads change it
	stack   state.Stack
	heap    state.Heap
	global  state.Digest // of the state that was asked for last
	one     state.Digest // scratch
	races   state.Races
}

func newMemory(s *Statics, source state.Source, stack state.Stack) *memory {
	m := &memory{statics: s, source: source, stack: stack, kept: map[uintptr]uintptr{}}
	for _, o := range s.Objects {
		m.kept[uintptr(unsafe.Pointer(unsafe.SliceData(o)))] = uintptr(len(o))
	}
	return m
}

// hold notes what the program's result depends on, at the beginning of an execution.
func (m *memory) hold(values []any) {
	m.held.Begin(&m.source)
	for _, x := range values {
		m.held.Any(x)
	}
}

// Change is that of model.Memory.
func (m *memory) Change(name model.Thread) model.Change {
	t := rt.threads.byID[name]
	if t.state != pending || t.timer != nil {
		return model.Change{Kind: model.Replaced}
	}
	if m.local(t); !t.memory.Known {
		return model.Change{Kind: model.Unknown}
	}
	return model.Change{Kind: model.Replaced, Hash: t.memory.Hash()}
}

// Global is that of model.Memory.
func (m *memory) Global() model.Hash {
	r := &rt
	m.heap.Begin(&m.source, m.kept)
	m.heap.Reach(m.held.Reached)
	d := &m.global
	d.Begin(&m.source)
	d.Add(uint64(r.clock.Now))
	d.Add(uint64(r.clock.Base))
	d.Truth(r.clock.Stopped)
	d.Add(r.ending.failure.Hash())
	for _, t := range r.threads.list {
		m.one.Begin(&m.source)
		m.one.Add(uint64(t.id))
		d.Plus(&m.one) // an Add of a WaitGroup is an access for each of them
		if t.state == pending && t.timer == nil {
			m.local(t)
			m.heap.Reach(t.memory.Reached)
		}
	}
	for _, tm := range r.clock.Timers {
		m.readTimer(tm)
		m.heap.Reach(m.timer.Reached)
		d.Plus(&m.timer.Digest)
	}
	m.one.Begin(&m.source)
	for _, v := range m.statics.Variables {
		m.heap.Words(&m.one, uintptr(unsafe.Pointer(unsafe.SliceData(v))), uintptr(len(v)))
	}
	d.Plus(&m.one)
	m.waiters(d)
	m.heap.Rest(d)
	return d.Hash()
}

// GlobalState writes down what Global was asked for last (Config.Exact): equal texts for equal states, and for no others.
func (m *memory) GlobalState() string { return m.global.String() }

// LocalState does so for the local state of a thread.
func (m *memory) LocalState(name model.Thread) string {
	t := rt.threads.byID[name]
	if t.state != pending || t.timer != nil {
		return ""
	}
	m.local(t)
	return t.memory.String()
}

// waiters adds those of the condition variables.
func (m *memory) waiters(d *state.Digest) {
	for i := range rt.objects.List {
		o := &rt.objects.List[i]
		for _, w := range o.Waiters {
			m.one.Begin(&m.source)
			m.one.Add(uint64(o.Name))
			m.one.Add(uint64(w.Thread))
			m.one.Truth(w.Woken)
			d.Plus(&m.one)
		}
	}
}

// local brings the local state of t, which is pending, up to date: it cannot change while t does not run.
func (m *memory) local(t *thread) {
	if t.memory.Fresh {
		return
	}
	t.memory.Fresh = true
	l := &t.memory
	l.Begin(&m.source)
	l.Operation(&t.op)
	l.Add(t.local.Seed)
	l.Add(uint64(t.children))
	m.arguments(t)
	for _, p := range t.pools {
		l.Add(uint64(uintptr(p.pool)))
		l.Any(p.x)
	}
	l.Known = t.op.Kind == model.Return || l.Stack(t.g, &m.stack) // at a Return the function is over
}

// arguments adds what the pending operation of t was called with: the frames that hold it are the engine's. What a send gives away and
// a receive overwrites on the stack counts as in use.
func (m *memory) arguments(t *thread) {
	l, s := &t.memory, &m.stack
	s.Begin()
	switch t.op.Kind {
	case model.Wake:
		l.Add(uint64(t.when))
	case model.TimerStart:
		l.Add(uint64(t.timing[0]))
		l.Add(uint64(t.timing[1]))
		if t.starts != nil {
			addCall(l, t.starts)
		}
	case model.Send, model.Recv:
		l.Pointer(uintptr(t.addr))
		l.Place(t.elem, s)
	case model.Select:
		for i := range t.cases {
			l.Pointer(uintptr(t.cases[i].c))
			l.Place(t.cases[i].elem, s)
		}
	case model.Return, model.Never, model.Now:
	default:
		l.Pointer(uintptr(t.addr))
	}
}

// readTimer makes m.timer what the engine knows of a timer.
func (m *memory) readTimer(tm *clock.Timer) {
	l := &m.timer
	l.Begin(&m.source)
	l.Add(uint64(tm.Thread))
	l.Truth(tm.Armed)
	l.Add(uint64(tm.When))
	l.Add(uint64(tm.Period))
	l.Add(uint64(rt.threads.byID[tm.Thread].children))
	addCall(l, tm)
}

// addCall adds the function of a timer, and what it gets.
func addCall(l *state.Local, tm *clock.Timer) {
	l.Pointer(uintptr(tm.P))
	l.Pointer(uintptr(tm.C))
	l.Pointer(*(*uintptr)(unsafe.Pointer(&tm.F)))
	l.Any(tm.Arg)
}

// RaceSteps is that of model.RaceMemory.
func (m *memory) RaceSteps() []model.NumberedStep {
	if rt.order.Detector == nil {
		return nil
	}
	return m.races.Steps()
}

// Ordered is that of model.RaceMemory. A failure hides the races after it.
func (m *memory) Ordered(a *model.NumberedAccess) bool {
	return rt.order.Detector == nil || rt.ending.failure != nil || m.races.Ordered(a)
}
