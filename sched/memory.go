package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
)

// hookMem is one plain access to memory that other goroutines may reach: of size bytes, 0 for a variable of unknown size.
func hookMem(addr, size uintptr, write bool) {
	r := &rt
	t := r.leave()
	if r.config.Plain == PlainExplore {
		r.visibleAccess(t, addr, size, write)
	} else {
		r.access(t, addr, size, write, "")
	}
	hook.Cur = t.g
}

// access tells the race detector of a plain access. misuse says what else a race of it is called.
func (r *runtime) access(t *thread, addr, size uintptr, write bool, misuse string) {
	if r.races == nil {
		return
	}
	if r.recorder != nil {
		r.recordAccess(t, write, misuse)
	}
	if c, found := r.races.Access(t.id, addr, size, write); found {
		r.failRace(c, misuse)
	}
}

// collected drops what is known of addresses when the garbage collector ran in the middle of an execution: they may be used again.
func (r *runtime) collected() {
	if n := hook.GCs(); n != r.gcs {
		r.gcs = n
		if r.races != nil {
			r.races.Forget()
		}
	}
}

// block is the size of the pieces of global memory that are one object each.
const block = 64

// visibleAccess makes a plain access a visible operation. The object is the whole allocation that addr points into, or for
// global memory each block that it touches: coarse, so that accesses of different sizes to the same bytes always meet.
func (r *runtime) visibleAccess(t *thread, addr, size uintptr, write bool) {
	kind := model.Read
	if write {
		kind = model.Write
	}
	if base, _ := hook.HeapBase(addr); base != 0 {
		r.visibleBlock(t, kind, base|1)
	} else {
		for b := addr &^ (block - 1); b < addr+max(size, 1); b += block {
			r.visibleBlock(t, kind, b|1)
		}
	}
	r.access(t, addr, size, write, "")
}

func (r *runtime) visibleBlock(t *thread, kind model.Kind, name uintptr) {
	t.op = model.Op{Kind: kind, Obj: r.objects.Name(name), Clock: model.NoObject}
	t.addr = unsafe.Pointer(nil)
	g := t.g
	r.yield(t)
	r.enter(t, g)
	hook.Cur = 0
}

func (r *runtime) acquireSlot(t *thread, slot int32) {
	if r.races != nil {
		r.races.AcquireSlot(t.id, slot)
	}
}

func (r *runtime) releaseSlot(t *thread, slot int32) {
	if r.races != nil {
		r.races.ReleaseSlot(t.id, slot)
	}
}

func (r *runtime) mergeSlot(t *thread, slot int32) {
	if r.races != nil {
		r.races.ReleaseMergeSlot(t.id, slot)
	}
}

// HeapObject returns the address and the size of the heap object that addr points into, 0 when there is none.
func HeapObject(addr uintptr) (base, size uintptr) { return hook.HeapBase(addr) }
