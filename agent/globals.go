package agent

import (
	"bytes"
	"unsafe"

	"heddle/result"
	"heddle/sched"
)

// Globals puts the package-level variables of the checked packages back before every execution, and what they reach in the heap as it was
// when the test began: the same objects at the same addresses, with the same content. No init function runs again.
//
// What is reached is found as a conservative collector would: every word that points into a heap object counts as a pointer. Memory of
// other packages (the standard library's variables) is not touched, nor entered.
type globals struct {
	pieces []piece
	// partial says that more was reached than is put back.
	partial bool
}

// A piece is a stretch of memory and what was in it.
type piece struct {
	memory []byte
	saved  []byte
	// keep holds the heap object: the saved bytes are no pointers to the collector.
	keep unsafe.Pointer
}

// maxGlobals bounds what is kept, in bytes.
const maxGlobals = 32 << 20

// snapshot keeps the memory in ranges and all that it reaches in the heap.
func snapshot(ranges []result.Range) *globals {
	g := new(globals)
	seen := map[uintptr]bool{}
	size := 0
	add := func(start, n uintptr, heap bool) {
		p := piece{memory: unsafe.Slice((*byte)(pointer(start)), n)}
		p.saved = append([]byte(nil), p.memory...)
		if heap {
			p.keep = pointer(start)
		}
		g.pieces = append(g.pieces, p)
		size += int(n)
	}
	for _, r := range ranges {
		if r.End > r.Start {
			add(uintptr(r.Start), uintptr(r.End-r.Start), false)
		}
	}
	for i := 0; i < len(g.pieces); i++ {
		saved := g.pieces[i].saved
		first := -uintptr(unsafe.Pointer(unsafe.SliceData(g.pieces[i].memory))) & 7 // the first aligned word
		for at := first; at+8 <= uintptr(len(saved)); at += 8 {
			base, n := sched.HeapObject(*(*uintptr)(unsafe.Pointer(&saved[at])))
			if base == 0 || seen[base] {
				continue
			}
			seen[base] = true
			if size+int(n) > maxGlobals {
				g.partial = true
				g.pieces = append(g.pieces, piece{keep: pointer(base)})
				continue
			}
			add(base, n, true)
		}
	}
	return g
}

// restore puts everything back. The garbage collector does not run.
func (g *globals) restore() {
	for i := range g.pieces {
		p := &g.pieces[i]
		if !bytes.Equal(p.memory, p.saved) {
			copy(p.memory, p.saved)
		}
	}
}

// pointer turns an address that is known to be valid into a pointer.
func pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }
