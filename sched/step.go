package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
)

// hookStep is the hook of every operation that needs only its object.
func hookStep(kind uint8, addr, where unsafe.Pointer, arg int64, size uintptr) {
	r := &rt
	t := r.leave()
	if invisible(r, t, model.Kind(kind), addr, where, arg) {
		hook.Cur = t.g
		return
	}
	t.addr, t.where, t.size = addr, where, size&0xff
	o, first := r.objects.Meet(uintptr(addr))
	t.op = model.Op{Kind: model.Kind(kind), Obj: o, Clock: model.NoObject, Arg: arg}
	if t.op.Kind == model.CAS {
		t.setExpected(size)
	}
	if first {
		noteFound(r, t)
	}
	r.yield(t)
	r.enter(t, t.g)
}
