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
	t.addr, t.where, t.size = addr, where, size&0xff
	t.op = model.Op{Kind: model.Kind(kind), Clock: model.NoObject, Arg: arg}
	switch t.op.Kind {
	case model.CAS:
		t.setExpected(size)
	case model.Return:
		t.op.Clock = object.Clock
	}
	if invisible(r, t) {
		hook.Cur = t.g
		return
	}
	o, first := r.objects.Meet(uintptr(addr))
	t.op.Obj = o
	if first {
		noteFound(r, t)
	}
	r.yield(t)
	if run := gates[t.op.Kind].run; run != nil {
		run(r, t)
	}
	r.enter(t, t.g)
}
