package state

import (
	"heddle/sched/hook"
	"heddle/sched/table"
)

// A Heap finds and hashes the objects in the heap that are reached. Their order does not matter. If an object may hold pointers, each of
// its words that is an address in the heap counts as a pointer.
type Heap struct {
	source *Source
	kept   map[uintptr]uintptr // objects from before the execution that are state: address and size
	seen   table.Table[uintptr, struct{}]
	queue  []uintptr // objects that are reached and have not been read
	one    Digest    // of one object
}

// Begin makes ready for another state, which is read with source. Kept are the objects from before the execution that are state, with
// their sizes.
func (s *Heap) Begin(source *Source, kept map[uintptr]uintptr) {
	s.source, s.kept = source, kept
	s.seen.Reset()
	s.queue = s.queue[:0]
	source.Allocations.CatchUp()
}

// Reach notes that these heap objects are reached.
func (s *Heap) Reach(bases []uintptr) {
	for _, base := range bases {
		if _, found := s.seen.At(base, uint64(base>>3)); !found {
			s.queue = append(s.queue, base)
		}
	}
}

// Words adds the n bytes at addr to d, and notes which objects they reach.
func (s *Heap) Words(d *Digest, addr, n uintptr) {
	for ; n >= hook.WordSize; addr, n = addr+hook.WordSize, n-hook.WordSize {
		if base := d.address(hook.Load(addr)); base != 0 {
			s.Reach([]uintptr{base})
		}
	}
	d.tail(addr, n)
}

// Rest adds the objects that are reached, and all that are reached from them.
func (s *Heap) Rest(d *Digest) {
	for len(s.queue) > 0 {
		base := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.one.Begin(s.source)
		if s.object(base, &s.one) {
			d.Plus(&s.one)
		}
	}
}

// object adds one object, and reports whether it is state.
func (s *Heap) object(base uintptr, d *Digest) bool {
	start, a := d.source.Allocations.At(base)
	if a == nil {
		n, ok := s.kept[base]
		if ok {
			d.Add(uint64(base))
			s.Words(d, base, n)
		}
		return ok
	}
	d.addName(a)
	if hook.HeapScans(base) || a.IsChannel() {
		s.Words(d, start, a.Bytes)
		return true
	}
	n := a.Bytes
	for ; n >= hook.WordSize; start, n = start+hook.WordSize, n-hook.WordSize {
		d.Add(uint64(hook.Load(start)))
	}
	d.tail(start, n)
	return true
}
