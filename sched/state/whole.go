package state

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/object"
	"heddle/sched/operation"
)

// A Whole reads the global state of a program. The machine says what its parts are.
type Whole struct {
	Source Source
	Stack  Stack

	statics *Statics
	kept    map[uintptr]uintptr // of statics.Objects: address and size
	held    Local               // what Hold was given
	part    Local               // of one timer, or of the pools, scratch: they are global, because other threads change them
	heap    Heap
	global  Digest // of the state that was asked for last
	one     Digest // scratch
}

// NewWhole returns a Whole with that static memory. If s is nil, it can read local states only.
func NewWhole(s *Statics, source Source, stack Stack) Whole {
	if s == nil {
		s = new(Statics)
	}
	w := Whole{statics: s, Source: source, Stack: stack, kept: map[uintptr]uintptr{}}
	for _, o := range s.Objects {
		w.kept[uintptr(unsafe.Pointer(unsafe.SliceData(o)))] = uintptr(len(o))
	}
	return w
}

// Hold notes values that are state, and what is reached from them, at the beginning of an execution.
func (w *Whole) Hold(values []any) {
	w.held.Begin(&w.Source)
	for _, x := range values {
		w.held.Any(x)
	}
}

// Begin begins with the clock and the hash of what has failed.
func (w *Whole) Begin(c *clock.Clock, failures uint64) {
	w.heap.Begin(&w.Source, w.kept)
	w.heap.Reach(w.held.Reached)
	d := &w.global
	d.Begin(&w.Source)
	d.Add(uint64(c.Now))
	d.Add(uint64(c.Base))
	d.Truth(c.Stopped)
	d.Add(failures)
}

// Thread adds a thread.
func (w *Whole) Thread(t model.Thread) {
	w.one.Begin(&w.Source)
	w.one.Add(uint64(t))
	w.global.Plus(&w.one)
}

// Waits adds that a thread polls, and waits.
func (w *Whole) Waits(t model.Thread) {
	w.one.Begin(&w.Source)
	w.one.Add(uint64(t))
	w.one.Truth(true)
	w.global.Plus(&w.one)
}

// Naps adds that a thread naps until that time.
func (w *Whole) Naps(t model.Thread, until int64) {
	w.one.Begin(&w.Source)
	w.one.Add(uint64(t))
	w.one.Add(uint64(until))
	w.global.Plus(&w.one)
}

// Local adds what a local state reaches.
func (w *Whole) Local(l *Local) { w.heap.Reach(l.Reached) }

// Timer adds a timer whose functions have started that many threads, and that knows of that many readings of the clock.
func (w *Whole) Timer(tm *clock.Timer, children int, reads int64) {
	w.part.Begin(&w.Source)
	w.part.Timer(tm, children)
	w.part.Add(uint64(reads))
	w.addPart()
}

func (w *Whole) addPart() {
	w.heap.Reach(w.part.Reached)
	w.global.Plus(&w.part.Digest)
}

// End adds the pools of all threads, the objects, and the hash of what they know of readings of the clock. It returns the state.
func (w *Whole) End(pools chance.Pools, objects []object.Object, readings uint64) model.Hash {
	w.part.Begin(&w.Source)
	w.part.Pools(pools)
	w.addPart()
	w.one.Begin(&w.Source)
	for _, v := range w.statics.Variables {
		w.heap.Words(&w.one, uintptr(unsafe.Pointer(unsafe.SliceData(v))), uintptr(len(v)))
	}
	w.global.Plus(&w.one)
	for i := range objects {
		w.global.Waiters(&objects[i], &w.one)
	}
	w.global.Add(readings)
	w.heap.Rest(&w.global)
	return w.global.Hash()
}

// String returns the state that was read last (Source.Exact): texts are equal if and only if states are.
func (w *Whole) String() string { return w.global.String() }

// Read makes l the local state of a thread that is about to execute o, has started so many children and runs on goroutine g.
func (w *Whole) Read(l *Local, o *operation.Operation, seed uint64, children int, pools chance.Pools, g uintptr) {
	l.Begin(&w.Source)
	l.Operation(&o.Op)
	l.Add(seed)
	l.Add(uint64(children))
	l.arguments(o, &w.Stack)
	l.Pools(pools)
	l.Known = o.Op.Kind == model.Return || l.Stack(g, &w.Stack) // at a Return the function has returned
}

// arguments adds the arguments of a pending operation, which are in frames of the engine. What a send reads on the stack, and a receive
// overwrites, counts as in use.
func (l *Local) arguments(o *operation.Operation, s *Stack) {
	s.Begin()
	switch o.Op.Kind {
	case model.Wake:
		l.Add(uint64(o.When))
	case model.TimerStart:
		l.Add(uint64(o.Timing[0]))
		l.Add(uint64(o.Timing[1]))
		if o.Starts != nil {
			l.Call(o.Starts)
		}
	case model.Send, model.Recv:
		l.Pointer(uintptr(o.Addr))
		l.Place(o.Elem, s)
	case model.Select:
		for i := range o.Cases {
			l.Pointer(uintptr(o.Cases[i].C))
			l.Place(o.Cases[i].Elem, s)
		}
	case model.Return, model.Never, model.Now:
	default:
		l.Pointer(uintptr(o.Addr))
	}
}
