package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
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
	statics *Statics
	kept    map[uintptr]uintptr // of statics.Objects: address and size
	held    localMemory         // what the engine's user holds of the execution
	timer   localMemory         // of one timer: the state of timers is global, because other threads change it
	stack   hook.Stack
	heap    heapState
	global  digest // of the state that was asked for last
	one     digest // scratch
	races   raceNumbers
}

// A localMemory is the local state of one thread, as it was read last.
type localMemory struct {
	digest
	known   bool
	reached []uintptr // addresses in the heap
}

func newMemory(s *Statics) *memory {
	m := &memory{statics: s, kept: map[uintptr]uintptr{}}
	for _, o := range s.Objects {
		m.kept[uintptr(unsafe.Pointer(unsafe.SliceData(o)))] = uintptr(len(o))
	}
	yield, call := (*runtime).yield, (*worker).call
	m.stack = hook.Stack{
		Inner: **(**uintptr)(unsafe.Pointer(&yield)), Outer: **(**uintptr)(unsafe.Pointer(&call)),
		PCs: make([]uintptr, 0, 64), Places: make([]uintptr, 0, 64), Words: make([]hook.Word, 0, 1024),
		Objects: make([]hook.Object, 0, 128), Defers: make([]hook.Deferred, 0, 64),
	}
	return m
}

// hold notes what the program's result depends on, at the beginning of an execution.
func (m *memory) hold(values []any) {
	rt.objects.Made.CatchUp()
	m.held.reset()
	m.held.reached = m.held.reached[:0]
	for _, x := range values {
		m.held.any(x)
	}
}

// Change is that of model.Memory.
func (m *memory) Change(name model.Thread) model.Change {
	t := rt.byID[name]
	if t.state != pending || t.timer != nil {
		return model.Change{Kind: model.Replaced}
	}
	if m.local(t); !t.memory.known {
		return model.Change{Kind: model.Unknown}
	}
	return model.Change{Kind: model.Replaced, Hash: t.memory.hash}
}

// Global is that of model.Memory.
func (m *memory) Global() model.Hash {
	r := &rt
	m.heap.begin(m.kept)
	m.heap.reach(m.held.reached)
	d := &m.global
	d.reset()
	d.add(uint64(r.clock.now))
	d.add(uint64(r.clock.base))
	d.add(truth(r.returned))
	d.add(r.failure.Hash())
	for _, t := range r.threads {
		m.one.reset()
		m.one.add(uint64(t.id))
		d.plus(&m.one) // an Add of a WaitGroup is an access for each of them
		if t.state == pending && t.timer == nil {
			m.local(t)
			m.heap.reach(t.memory.reached)
		}
	}
	for _, tm := range r.clock.timers {
		m.timer.timer(tm)
		m.heap.reach(m.timer.reached)
		d.plus(&m.timer.digest)
	}
	m.one.reset()
	for _, v := range m.statics.Variables {
		m.heap.words(&m.one, uintptr(unsafe.Pointer(unsafe.SliceData(v))), uintptr(len(v)))
	}
	d.plus(&m.one)
	m.waiters(d)
	m.heap.rest(d)
	return d.hash
}

// GlobalState writes down what Global was asked for last (Config.Exact): equal texts for equal states, and for no others.
func (m *memory) GlobalState() string { return m.global.string() }

// LocalState does so for the local state of a thread.
func (m *memory) LocalState(name model.Thread) string {
	t := rt.byID[name]
	if t.state != pending || t.timer != nil {
		return ""
	}
	m.local(t)
	return t.memory.string()
}

// waiters adds those of the condition variables.
func (m *memory) waiters(d *digest) {
	for i := range rt.objects.List {
		o := &rt.objects.List[i]
		for _, w := range o.Waiters {
			m.one.reset()
			m.one.add(uint64(o.Name))
			m.one.add(uint64(w.Thread))
			m.one.add(truth(w.Woken))
			d.plus(&m.one)
		}
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
