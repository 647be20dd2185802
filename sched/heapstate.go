package sched

import (
	"unsafe"

	"heddle/trace"
)

// A heapState is a hash of what is reached in the heap, in any order. Every word of an object that may hold pointers and is an address
// in the heap counts as a pointer.
type heapState struct {
	kept  map[uintptr]uintptr // objects that were there before the execution, and are state: address and size
	seen  table[uintptr, struct{}]
	queue []uintptr // objects that are still to be looked at
}

// begin makes ready for another state.
func (s *heapState) begin(kept map[uintptr]uintptr) {
	s.kept = kept
	s.seen.reset()
	s.queue = s.queue[:0]
	rt.objects.made.catchUp()
}

// reach adds heap objects.
func (s *heapState) reach(bases []uintptr) {
	for _, base := range bases {
		if _, found := s.seen.at(base, uint64(base>>3)); !found {
			s.queue = append(s.queue, base)
		}
	}
}

// words adds n bytes of memory from addr on to h.
func (s *heapState) words(h trace.Hash, addr, n uintptr) trace.Hash {
	for ; n >= wordSize; addr, n = addr+wordSize, n-wordSize {
		var base uintptr
		if base, h = nameWord(h, load(addr)); base != 0 {
			s.reach([]uintptr{base})
		}
	}
	return tail(h, addr, n)
}

// rest is the hash of the objects that have been reached, and of all that are reached from them.
func (s *heapState) rest() (h trace.Hash) {
	for len(s.queue) > 0 {
		base := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		h = h.Plus(s.object(base))
	}
	return h
}

// object is the hash of one object; none for an object that is no state.
func (s *heapState) object(base uintptr) trace.Hash {
	start, a := rt.objects.made.allocation(base)
	if a == nil {
		n, ok := s.kept[base]
		if !ok {
			return trace.Hash{}
		}
		return s.words(trace.Hash{}.Then(uint64(base)), base, n)
	}
	h := a.hash()
	if heapScans(base) || a.isChannel() {
		return s.words(h, start, a.bytes)
	}
	n := a.bytes
	for ; n >= wordSize; start, n = start+wordSize, n-wordSize {
		h = h.Then(uint64(load(start)))
	}
	return tail(h, start, n)
}

// nameWord adds w to h: the name of the allocation that it is an address in, and the place there; or itself. It returns the
// object, 0 if there is none.
func nameWord(h trace.Hash, w uintptr) (base uintptr, _ trace.Hash) {
	base, _ = heapBase(w)
	if base == 0 {
		return 0, h.Then(uint64(w))
	}
	if start, a := rt.objects.made.allocation(base); a != nil {
		name := a.hash()
		return base, h.Then(name[0]).Then(uint64(w - start))
	}
	return base, h.Then(uint64(w))
}

// hash is that of the name of an allocation.
func (a *madeAt) hash() trace.Hash {
	return trace.Hash{}.Then(uint64(a.typ)).Then(uint64(a.size)).Then(uint64(a.thread)<<32 | uint64(a.n))
}

// isChannel reports whether the allocation is a channel, whose memory may hold pointers although its elements do not.
func (a *madeAt) isChannel() bool { return a.size == 0 && a.bytes > 0 }

// tail adds the last n bytes, fewer than a word, at addr.
func tail(h trace.Hash, addr, n uintptr) trace.Hash {
	w := uint64(0)
	for i := range n {
		w |= uint64(*at[byte](addr + i)) << (8 * i)
	}
	if n > 0 {
		h = h.Then(w)
	}
	return h
}

// load reads the word at addr, which must be valid memory.
func load(addr uintptr) uintptr { return *at[uintptr](addr) }

// at is the T at addr, which must be valid memory.
func at[T any](addr uintptr) *T { return *(**T)(unsafe.Pointer(&addr)) }
