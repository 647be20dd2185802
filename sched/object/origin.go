package object

import (
	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/table"
)

// An Origin identifies an object in all executions: by the allocation that it is in, or by its address if no managed goroutine has
// allocated it in this execution (package-level variables, and what was allocated before the execution).
type Origin struct {
	Thread model.Thread
	typ    uintptr // of the allocation; 0 for none
	size   uintptr
	n      int32   // the allocation is the n-th of this type and size by Thread, from 1; 0 if there is none
	at     uintptr // the offset in the allocation, or the address
}

// Allocations finds the allocations of the execution by their addresses. It reads the runtime's log of them when it is asked.
type Allocations struct {
	read   int // entries of the log that have been read
	looks  int // how often the log was searched instead
	found  Allocation
	byAddr table.Table[uintptr, Allocation]
	counts table.Table[maker, int32]
}

// A maker is a thread that allocates memory of one type and size. Type and size are part of it because of the standard library's caches:
// they make how much a thread allocates differ between executions, but not how much of the types that synchronize.
type maker struct {
	thread    int
	typ, size uintptr
}

// An Allocation is one allocation of the execution.
type Allocation struct {
	maker
	n     int32   // the number among those of its maker, from 1
	order int     // the number among all, from 1
	Bytes uintptr // in use
}

// reset empties the log, for another execution.
func (m *Allocations) reset() {
	m.read, m.looks = 0, 0
	hook.Allocations = hook.Allocations[:0]
	m.byAddr.Reset()
	m.counts.Reset()
}

// Origin returns the origin of the object at addr.
func (m *Allocations) Origin(addr uintptr) Origin {
	if base, _ := hook.HeapBase(addr); base != 0 {
		if start, a := m.find(base); a != nil {
			return Origin{model.Thread(a.thread), a.typ, a.size, a.n, addr - start}
		}
	}
	return Origin{Thread: model.NoThread, at: addr}
}

// Number returns a number for the object at addr that is the same in all executions; false if the execution has not allocated it. Of
// the type of the allocation, the number has the hash that is in the type: it is the same in all builds.
func (m *Allocations) Number(addr uintptr, names *model.Names) (uint64, bool) {
	o := m.Origin(addr)
	h := model.Hash{}.Then(names.Hash(o.Thread)).Then(uint64(o.size)).Then(uint64(o.n)).Then(uint64(o.at))
	if o.typ != 0 {
		h = h.Then(uint64(*hook.At[uint32](o.typ + 2*hook.WordSize)))
	}
	return h[0], o.n > 0
}

// At returns the allocation of this execution in the heap object at base, and where it begins; nil for none.
func (m *Allocations) At(base uintptr) (start uintptr, a *Allocation) {
	// Large allocations with pointers begin after one word, which is the runtime's.
	for _, start := range [...]uintptr{base, base + hook.WordSize} {
		if a := m.byAddr.Find(start, uint64(start>>3)); a != nil {
			return start, a
		}
	}
	return 0, nil
}

// Most executions are short, have a few objects and do not need the tables.
const (
	mostLooks = 16
	shortLog  = 128
)

// find is At for the newest entries as well.
func (m *Allocations) find(base uintptr) (start uintptr, a *Allocation) {
	if m.read > 0 || m.looks == mostLooks || len(hook.Allocations) > shortLog {
		m.CatchUp()
		return m.At(base)
	}
	m.looks++
	for _, start := range [...]uintptr{base, base + hook.WordSize} {
		if m.search(start) {
			return start, &m.found
		}
	}
	return 0, nil
}

// search makes found what CatchUp leaves in byAddr for the allocation that begins at start, and reports whether there is one.
func (m *Allocations) search(start uintptr) bool {
	i := len(hook.Allocations) - 1
	for ; i >= 0 && hook.Allocations[i].Addr != start; i-- {
	}
	if i < 0 {
		return false
	}
	last := &hook.Allocations[i]
	m.found = Allocation{maker: maker{last.Thread, last.Typ, last.Size}, order: i + 1}
	for k := range hook.Allocations[:i+1] {
		a := &hook.Allocations[k]
		if a.Typ == last.Typ && a.Size == last.Size && a.Thread == last.Thread {
			m.found.n++
		}
		if a.Addr == start {
			m.found.Bytes = max(m.found.Bytes, a.Size)
		}
	}
	return true
}

// Order returns the number of the allocation that addr is in, in the order in which they were made, from 1; 0 if the execution has not
// made it.
func (m *Allocations) Order(addr uintptr) int {
	m.CatchUp()
	if base, _ := hook.HeapBase(addr); base != 0 {
		if _, a := m.At(base); a != nil {
			return a.order
		}
	}
	return 0
}

// Made returns the type and the size of the allocation of this execution at addr, without what is left over of the block that it got. The size
// is 0 if there is none, and for a channel.
func (m *Allocations) Made(addr uintptr) (typ, size uintptr) {
	m.CatchUp()
	if a := m.byAddr.Find(addr, uint64(addr>>3)); a != nil {
		return a.typ, a.size
	}
	return 0, 0
}

// Len returns the number of allocations so far.
func (m *Allocations) Len() int { return len(hook.Allocations) }

// CatchUp reads the new entries of the log.
func (m *Allocations) CatchUp() {
	for i := range hook.Allocations[m.read:] {
		a := &hook.Allocations[m.read+i]
		k := maker{a.Thread, a.Typ, a.Size}
		n, _ := m.counts.At(k, uint64(k.typ)+uint64(k.size)<<32+uint64(k.thread)<<48)
		*n++
		at, _ := m.byAddr.At(a.Addr, uint64(a.Addr>>3))
		*at = Allocation{k, *n, m.read + i + 1, max(at.Bytes, a.Size)} // a channel is logged twice, the second time without its size
	}
	m.read = len(hook.Allocations)
}

// Words returns the name of the allocation as numbers.
func (a *Allocation) Words() [3]uint64 {
	return [...]uint64{uint64(a.typ), uint64(a.size), uint64(a.thread)<<32 | uint64(a.n)}
}

// IsChannel reports whether the allocation is a channel, whose memory may hold pointers although its elements do not.
func (a *Allocation) IsChannel() bool { return a.size == 0 && a.Bytes > 0 }
