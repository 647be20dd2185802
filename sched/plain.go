package sched

import (
	"unsafe"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/alike"
	"heddle/sched/config"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// hookMem is one plain access of size bytes to memory that other goroutines may reach. Size is 0 for a variable of unknown size. The
// accesses of the standard library are never operations: there are hundreds in one fmt.Sprint, most of them to memory that nothing shares.
func hookMem(addr, size uintptr, write bool) {
	r := &rt
	if t := r.threads.running; r.threads.tells(t) {
		g := hook.Cur
		hook.Cur = 0
		accessed(r, t, alike.Access{Addr: addr, Size: size, Write: write})
		hook.Cur = g
	}
	if r.config.Plain == config.PlainRace && r.recorder == nil && !r.threads.polls.On && !r.order.Stale() &&
		r.order.Detector.AccessAtOnce(r.threads.running.id, addr, size, write) {
		return // most are
	}
	t := r.leave()
	r.threads.polls.Access(&t.await, addr, size, write)
	if r.config.Plain == config.PlainExplore && !r.events.callers.Library() {
		visibleAccess(r, t, addr, size, write)
	} else {
		r.access(t, addr, size, write, false, "")
	}
	hook.Cur = t.g
}

// access tells the race detector of an access. For an operation of a WaitGroup, misuse is what a race of it is called; else it is empty.
func (r *runtime) access(t *thread, addr, size uintptr, write, atomic bool, misuse string) {
	if r.order.Detector == nil {
		return
	}
	if r.threads.tells(t) {
		if misuse != "" {
			accessed(r, t, alike.Access{Addr: object.AllWaitWords(addr), Write: write})
		} else if atomic {
			accessed(r, t, alike.Access{Addr: addr, Size: size, Write: write, Atomic: true})
		}
	}
	if r.recorder != nil {
		r.recordAccess(t, write, atomic, misuse)
	}
	var race *datarace.Race
	if atomic {
		race = r.order.Detector.Atomic(t.id, addr, size, write)
	} else {
		race = r.order.Detector.Access(t.id, addr, size, write)
	}
	if race != nil {
		raced(r, t, *race, misuse)
	}
}

// raced notes a race of the access that t makes. The engine may make it on the stack of another thread, when it takes t's operation: only the
// running thread's own stack says whose the access is.
func raced(r *runtime, t *thread, race datarace.Race, misuse string) {
	switch {
	case t == r.threads.running && r.events.callers.Own(), r.events.sections.on() && r.events.sections.race(r, &race):
	case misuse != "":
		r.fail(failure.Misuse(race, misuse, r.threads.names))
	default:
		r.fail(failure.Race(race))
	}
}

// block is the size of the blocks of global memory that are one object each, in bytes.
const block = 64

// visibleAccess makes a plain access a visible operation. Its object is the whole allocation that addr points into. In global memory it is
// one operation for each block. Objects are that coarse so that accesses of different sizes to the same bytes have the same object.
func visibleAccess(r *runtime, t *thread, addr, size uintptr, write bool) {
	kind := model.Read
	if write {
		kind = model.Write
	}
	if base, _ := hook.HeapBase(addr); base != 0 {
		visibleBlock(r, t, kind, base|1)
	} else {
		for b := addr &^ (block - 1); b < addr+max(size, 1); b += block {
			visibleBlock(r, t, kind, b|1)
		}
	}
	r.access(t, addr, size, write, false, "")
}

// visibleBlock is an operation on the object of this name or address, which needs nothing else.
func visibleBlock(r *runtime, t *thread, kind model.Kind, name uintptr) {
	t.Op = model.Op{Kind: kind, Obj: r.objects.Name(name), Clock: model.NoObject}
	t.Addr = unsafe.Pointer(nil)
	g := t.g
	r.yield(t)
	r.enter(t, g)
	hook.Cur = 0
}
