package agent

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"heddle/result"
	"heddle/sched/hook"
	"heddle/sched/state"
)

// globals restores memory before every execution: the package-level variables of the checked packages, and the heap
// objects that they reached when the test began. The objects keep their addresses and get their first content back. No
// init function runs again.
//
// Reachable memory is found as a conservative garbage collector finds it: every word that points into a heap object
// counts as a pointer. Of the standard library, only settings are restored: what a program may assign or register. Other memory of it is
// neither restored nor followed.
//
// Nothing in the heap is restored if there is a goroutine that an init function or TestMain has started. What the
// runtime knows about it (its queues, its timers) may be reachable, and has changed since.
type globals struct {
	pieces []piece
	own    int // the pieces of the checked packages; then come those of the standard library
	// partial says why not all reachable memory is restored; empty if all is.
	partial string
}

// A piece is a range of memory and its saved content.
type piece struct {
	memory []byte
	saved  []byte
	// keep keeps the heap object alive: to the collector, the saved bytes contain no pointers.
	keep unsafe.Pointer
}

// maxGlobals bounds the saved memory, in bytes, and maxLibrary what settings of the standard library add to it.
const maxGlobals, maxLibrary = 32 << 20, 1 << 20

// snapshot saves the memory in ranges and library, and all heap memory that it reaches.
func snapshot(ranges, library []result.Range) *globals {
	g := new(globals)
	seen := map[uintptr]bool{}
	size, limit := 0, maxGlobals
	beyond := "it is more than " + strconv.Itoa(maxGlobals>>20) + " MB"
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
	next := 0 // the first piece whose pointers have not been followed
	follow := func(ranges []result.Range, limit int) (whole bool) {
		whole = true
		for _, r := range ranges {
			add(uintptr(r.Start), uintptr(r.End-r.Start), false)
		}
		for ; next < len(g.pieces); next++ {
			saved := g.pieces[next].saved
			first := -uintptr(unsafe.Pointer(unsafe.SliceData(g.pieces[next].memory))) & 7 // the first aligned word
			for at := first; at+8 <= uintptr(len(saved)); at += 8 {
				base, n := hook.HeapBase(*(*uintptr)(unsafe.Pointer(&saved[at])))
				if base == 0 || seen[base] {
					continue
				}
				seen[base] = true
				if size+int(n) > limit {
					whole = false
					g.pieces = append(g.pieces, piece{keep: pointer(base)})
					continue
				}
				add(base, n, true)
			}
		}
		return whole
	}
	if !follow(ranges, limit) {
		g.partial = beyond
	}
	g.own = len(g.pieces)
	if limit > 0 { // half of what a setting is made of is worse than nothing
		follow(library, size+maxLibrary)
	}
	return g
}

// stranger returns the function that started a goroutine, unless it is one of the runtime, of package os/signal or of
// the engine; empty if there is no such goroutine.
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

// statics returns the pieces for the engine. It returns nil if not all reachable memory is restored, because then the
// pieces are not the whole state. The standard library's settings are none of the state: see changedLibrary.
func (g *globals) statics() *state.Statics {
	if g.partial != "" {
		return nil
	}
	s := new(state.Statics)
	for i := range g.pieces[:g.own] {
		if p := &g.pieces[i]; p.keep == nil {
			s.Variables = append(s.Variables, p.memory)
		} else {
			s.Objects = append(s.Objects, p.memory)
		}
	}
	return s
}

// changedLibrary reports whether the execution has changed a setting of the standard library.
func (g *globals) changedLibrary() bool {
	for i := range g.pieces[g.own:] {
		if p := &g.pieces[g.own+i]; !bytes.Equal(p.memory, p.saved) {
			return true
		}
	}
	return false
}

// restore puts everything back. The garbage collector is off.
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
