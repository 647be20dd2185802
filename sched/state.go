package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/state"
)

// memory is the model.Memory of the running execution: it says of which parts a state is made. It reads nothing before it is asked.
type memory struct {
	source  state.Source
	statics *state.Statics
	kept    map[uintptr]uintptr // of statics.Objects: address and size
	held    state.Local         // Config.Held
	part    state.Local         // of one timer, or of the pools, scratch: they are global, because other threads change them
	stack   state.Stack
	heap    state.Heap
	global  state.Digest // of the state that was asked for last
	one     state.Digest // scratch
	races   state.Races
}

func newMemory(s *state.Statics, source state.Source, stack state.Stack) *memory {
	m := &memory{statics: s, source: source, stack: stack, kept: map[uintptr]uintptr{}}
	for _, o := range s.Objects {
		m.kept[uintptr(unsafe.Pointer(unsafe.SliceData(o)))] = uintptr(len(o))
	}
	return m
}

// hold notes the values of Config.Held, at the beginning of an execution.
func (m *memory) hold(values []any) {
	m.held.Begin(&m.source)
	for _, x := range values {
		m.held.Any(x)
	}
}

// Change implements model.Memory.
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

// Global implements model.Memory.
func (m *memory) Global() model.Hash {
	r := &rt
	m.heap.Begin(&m.source, m.kept)
	m.heap.Reach(m.held.Reached)
	d := &m.global
	d.Begin(&m.source)
	d.Add(uint64(r.clock.Now))
	d.Add(uint64(r.clock.Base))
	d.Truth(r.clock.Stopped)
	d.Add(r.ending.failures.Hash())
	for _, t := range r.threads.list {
		m.one.Begin(&m.source)
		m.one.Add(uint64(t.id))
		d.Plus(&m.one) // an Add of a WaitGroup is an access for each thread
		if t.state == pending && t.timer == nil {
			m.local(t)
			m.heap.Reach(t.memory.Reached)
		}
	}
	for _, tm := range r.clock.Timers {
		m.part.Begin(&m.source)
		m.part.Timer(tm, rt.threads.byID[tm.Thread].children)
		m.part.Add(uint64(rt.order.Reads.Of(tm.Thread)))
		m.heap.Reach(m.part.Reached)
		d.Plus(&m.part.Digest)
	}
	m.part.Begin(&m.source)
	m.part.Pools(r.events.chance.Shared)
	d.Plus(&m.part.Digest)
	m.heap.Reach(m.part.Reached)
	m.one.Begin(&m.source)
	for _, v := range m.statics.Variables {
		m.heap.Words(&m.one, uintptr(unsafe.Pointer(unsafe.SliceData(v))), uintptr(len(v)))
	}
	d.Plus(&m.one)
	for i := range r.objects.List {
		d.Waiters(&r.objects.List[i], &m.one)
	}
	d.Add(rt.order.Readings())
	m.heap.Rest(d)
	return d.Hash()
}

// GlobalState returns the state that Global was asked for last (Config.Exact): texts are equal if and only if states are.
func (m *memory) GlobalState() string { return m.global.String() }

// LocalState returns the local state of a thread, likewise.
func (m *memory) LocalState(name model.Thread) string {
	t := rt.threads.byID[name]
	if t.state != pending || t.timer != nil {
		return ""
	}
	m.local(t)
	return t.memory.String()
}

// local brings the local state of t, which is pending, up to date. It cannot change while t does not run.
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
	l.Add(uint64(rt.order.Reads.Of(t.id)))
	m.arguments(t)
	l.Pools(t.chance.Pools)
	l.Known = t.op.Kind == model.Return || l.Stack(t.g, &m.stack) // at a Return the function has returned
}

// arguments adds the arguments of the pending operation of t, which are in frames of the engine. What a send reads on the stack, and a
// receive overwrites, counts as in use.
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
			l.Call(t.starts)
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

// RaceSteps implements model.RaceMemory.
func (m *memory) RaceSteps() []model.NumberedStep {
	if rt.order.Detector == nil {
		return nil
	}
	return m.races.Steps()
}

// Ordered implements model.RaceMemory. Races that follow from a failure do not count.
func (m *memory) Ordered(a *model.NumberedAccess) bool {
	return rt.order.Detector == nil || rt.ending.failures.Over() || m.races.Ordered(a)
}
