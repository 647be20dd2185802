package agent

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"heddle/result"
	"heddle/sched"
	"heddle/sched/hook"
)

// Globals puts the package-level variables of the checked packages back before every execution, and what they reach in the heap as it was
// when the test began: the same objects at the same addresses, with the same content. No init function runs again.
//
// What is reached is found as a conservative collector would: every word that points into a heap object counts as a pointer. Memory of
// other packages (the standard library's variables) is not touched, nor entered.
//
// Nothing in the heap is put back while a goroutine is there that the test did not start: an init function or TestMain did, and what
// the runtime knows of it (its queues, its timers) may be reached, and has gone on.
type globals struct {
	pieces []piece
	// partial says why more was reached than is put back; empty when all is.
	partial string
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
	size, limit := 0, maxGlobals
	beyond := "they reach more than " + strconv.Itoa(maxGlobals>>20) + " MB"
	if by := stranger(); by != "" {
		limit, beyond = 0, by+" started a goroutine before the test"
	}
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
			base, n := hook.HeapBase(*(*uintptr)(unsafe.Pointer(&saved[at])))
			if base == 0 || seen[base] {
				continue
			}
			seen[base] = true
			if size+int(n) > limit {
				g.partial = beyond
				g.pieces = append(g.pieces, piece{keep: pointer(base)})
				continue
			}
			add(base, n, true)
		}
	}
	return g
}

// stranger returns the function that started a goroutine which is neither the test binary's own nor the engine's; empty if there is none.
func stranger() string {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	for _, g := range strings.Split(string(buf), "\n\n") {
		_, by, ok := strings.Cut(g, "\ncreated by ")
		by, _, _ = strings.Cut(by, " in goroutine ")
		by, _, _ = strings.Cut(by, "\n")
		if ok && !strings.HasPrefix(by, "heddle/") && !strings.HasPrefix(by, "runtime.") && !strings.HasPrefix(by, "os/signal.") {
			return by
		}
	}
	return ""
}

// statics are the pieces, for the engine; nil if not all that is reached is put back, and so no state.
func (g *globals) statics() *sched.Statics {
	if g.partial != "" {
		return nil
	}
	s := new(sched.Statics)
	for i := range g.pieces {
		if p := &g.pieces[i]; p.keep == nil {
			s.Variables = append(s.Variables, p.memory)
		} else {
			s.Objects = append(s.Objects, p.memory)
		}
	}
	return s
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
