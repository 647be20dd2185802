package sched

import (
	"heddle/sched/hook"
	"heddle/sched/table"
)

// A heapState is a hash of what is reached in the heap, in any order. Every word of an object that may hold pointers and is an address
// in the heap counts as a pointer.
type heapState struct {
	kept  map[uintptr]uintptr // objects that were there before the execution, and are state: address and size
	seen  table.Table[uintptr, struct{}]
	queue []uintptr // objects that are still to be looked at
	one   digest    // of one object
}

// begin makes ready for another state.
func (s *heapState) begin(kept map[uintptr]uintptr) {
	s.kept = kept
	s.seen.Reset()
	s.queue = s.queue[:0]
	rt.objects.Made.CatchUp()
}

// reach adds heap objects.
func (s *heapState) reach(bases []uintptr) {
	for _, base := range bases {
		if _, found := s.seen.At(base, uint64(base>>3)); !found {
			s.queue = append(s.queue, base)
		}
	}
}

// words adds n bytes of memory from addr on to d.
func (s *heapState) words(d *digest, addr, n uintptr) {
	for ; n >= hook.WordSize; addr, n = addr+hook.WordSize, n-hook.WordSize {
		if base := d.address(hook.Load(addr)); base != 0 {
			s.reach([]uintptr{base})
		}
	}
	d.tail(addr, n)
}

// rest adds the objects that have been reached, and all that are reached from them.
func (s *heapState) rest(d *digest) {
	for len(s.queue) > 0 {
		base := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.one.reset()
		if s.object(base, &s.one) {
			d.plus(&s.one)
		}
	}
}

// object adds one object, and reports whether it is state.
func (s *heapState) object(base uintptr, d *digest) bool {
	start, a := rt.objects.Made.At(base)
	if a == nil {
		n, ok := s.kept[base]
		if ok {
			d.add(uint64(base))
			s.words(d, base, n)
		}
		return ok
	}
	d.addName(a)
	if hook.HeapScans(base) || a.IsChannel() {
		s.words(d, start, a.Bytes)
		return true
	}
	n := a.Bytes
	for ; n >= hook.WordSize; start, n = start+hook.WordSize, n-hook.WordSize {
		d.add(uint64(hook.Load(start)))
	}
	d.tail(start, n)
	return true
}

// address adds w: the name of the allocation that it is an address in, and the place there; or itself. It returns the object, 0 if
// there is none.
func (d *digest) address(w uintptr) (base uintptr) {
	if base, _ = hook.HeapBase(w); base != 0 {
		if start, a := rt.objects.Made.At(base); a != nil {
			d.addName(a)
			w -= start
		}
	}
	d.add(uint64(w))
	return base
}

// tail adds the last n bytes, fewer than a word, at addr.
func (d *digest) tail(addr, n uintptr) {
	w := uint64(0)
	for i := range n {
		w |= uint64(*hook.At[byte](addr + i)) << (8 * i)
	}
	if n > 0 {
		d.add(w)
	}
}
