package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// hookStep is the hook of every operation that needs only its object. One is a method of sync.Map, which reads or writes the map: the locks
// and atomic operations inside it are no events (package caller).
func hookStep(kind uint8, addr, where unsafe.Pointer, arg int64, size uintptr) {
	r := &rt
	t := r.leave()
	t.Addr, t.Where, t.Size = addr, where, size&0xff
	t.Op = model.Op{Kind: model.Kind(kind), Clock: model.NoObject, Arg: arg}
	switch t.Op.Kind {
	case model.CAS:
		t.SetExpected(size)
	case model.Return:
		t.Op.Clock = object.Clock
	}
	if invisible(r, t) {
		hook.Cur = t.g
		return
	}
	if r.events.sections.on() && !r.draining && r.events.sections.step(r, t) {
		return
	}
	o, first := r.objects.Meet(uintptr(addr))
	t.Op.Obj = o
	if t.Op.Kind >= model.FileRead && t.Op.Kind <= model.FileWriters {
		onFile(r, t)
	}
	if found := gates[t.Op.Kind].found; first && found != nil {
		f := found(&t.Operation)
		f.Obj = o
		keepFound(r, f)
	}
	r.yield(t)
	if run := gates[t.Op.Kind].run; run != nil {
		run(r, t)
	}
	r.enter(t, t.g)
}

// Some objects exist before an execution begins: those of package-level variables, and those that the standard library shares (the closed
// channel of contexts that were cancelled before Done was called). No event brought them into their state, so algorithms are told it.

// keepFound tells the algorithm of f, unless the object is as if new.
func keepFound(r *runtime, f model.Found) {
	if f.N != 0 || f.Taken || f.Closed {
		r.algorithm.state.Found = append(r.algorithm.state.Found, f)
	}
}
