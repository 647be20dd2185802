package state

import "heddle/sched/hook"

// A Reachable is the heap objects that can be reached from some memory. Each word that is an address in the heap counts as a pointer.
type Reachable struct {
	seen  map[uintptr]bool
	queue []uintptr
}

// Add adds what can be reached from an address.
func (r *Reachable) Add(addr uintptr) {
	if r.seen == nil {
		r.seen = map[uintptr]bool{}
	}
	r.note(addr)
	for len(r.queue) > 0 {
		base := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		if hook.HeapScans(base) {
			_, size := hook.HeapBase(base)
			for word := base; word < base+size; word += hook.WordSize {
				r.note(hook.Load(word))
			}
		}
	}
}

// note notes the object at an address, which is to be read.
func (r *Reachable) note(addr uintptr) {
	if base, _ := hook.HeapBase(addr); base != 0 && !r.seen[base] {
		r.seen[base] = true
		r.queue = append(r.queue, base)
	}
}

// AddWords adds what can be reached from the n bytes at addr.
func (r *Reachable) AddWords(addr, n uintptr) {
	for ; n >= hook.WordSize; addr, n = addr+hook.WordSize, n-hook.WordSize {
		r.Add(hook.Load(addr))
	}
}

// Has reports whether addr can be reached. What is not in the heap can.
func (r *Reachable) Has(addr uintptr) bool {
	base, _ := hook.HeapBase(addr)
	return base == 0 || r.seen[base]
}
