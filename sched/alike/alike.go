// Package alike knows which goroutines nothing tells apart before they have executed something: those that one goroutine has started by the
// same go statement, with equal arguments, and without having learned of others in between. Goroutines have no identity in Go. So an
// execution in which two of them have changed places is another execution of the same program.
//
// The arguments of a go statement, and the variables that a function literal uses, are in a closure. Two closures are equal if their words
// are: the same code, the same numbers, pointers to the same objects. A loop index is another number in each round, so goroutines that get it
// are not alike. Closures do not change and have no identity either. So a word may also be a pointer to another, equal closure: WaitGroup.Go
// starts a goroutine with the closure of its argument, which each round of a loop makes anew.
package alike

import (
	goruntime "runtime"
	"strings"
	"unsafe"

	"heddle/sched/hook"
	"heddle/sched/object"
)

// A Start is how a goroutine was started.
type Start struct {
	Closure unsafe.Pointer // what runs
	PC      uintptr        // the go statement
	Others  uint64         // what the goroutine that executed it knew of others: see datarace.Detector.Others
	Reads   int64          // how many readings of the clock it knew of
	Made    int            // the allocations before
}

// An Access is one of the Size bytes at Addr. Size 0 is that of a variable of unknown size.
type Access struct {
	Addr, Size    uintptr
	Write, Atomic bool
}

// Conflicts reports whether a and b race if they are not ordered.
func (a *Access) Conflicts(b *Access) bool {
	const widest = 8 // of a variable of unknown size
	to := func(a *Access) uintptr { return a.Addr + max(a.Size, widest) }
	return (a.Write || b.Write) && !(a.Atomic && b.Atomic) && a.Addr < to(b) && b.Addr < to(a)
}

// Knows reports whether t was started with the knowledge that s was started with.
func (s *Start) Knows(t *Start) bool { return s.Others == t.Others && s.Reads == t.Reads }

// Same reports whether the goroutines of two Starts by one goroutine are alike. These are the allocations of the execution.
func (s *Start) Same(t *Start, made *object.Allocations) bool {
	return s.PC == t.PC && s.Knows(t) && equal(uintptr(s.Closure), uintptr(t.Closure), made, deepest)
}

// Fresh reports whether addr is memory that was allocated after s. The goroutine of s knows it only from those who allocated it later.
func (s *Start) Fresh(addr uintptr, made *object.Allocations) bool { return made.Order(addr) > s.Made }

// deepest is how many closures within one another are compared.
const deepest = 4

// equal reports whether the closures at a and b are equal.
func equal(a, b uintptr, made *object.Allocations, depth int) bool {
	if a == b {
		return true
	}
	typ, size := made.Made(a)
	other, n := made.Made(b)
	if depth == 0 || size == 0 || size%hook.WordSize != 0 || size != n || typ != other || hook.Load(a) != hook.Load(b) || !isLiteral(hook.Load(a)) {
		return false
	}
	for at := uintptr(hook.WordSize); at < size; at += hook.WordSize {
		if x, y := hook.Load(a+at), hook.Load(b+at); x != y && !equal(x, y, made, depth-1) {
			return false
		}
	}
	return true
}

// literals says which addresses are those of the code of function literals, or of what the compiler makes such: method values, and the calls of
// go statements.
var literals = map[uintptr]bool{}

// isLiteral reports whether the code of a function literal begins at entry.
func isLiteral(entry uintptr) bool {
	is, known := literals[entry]
	if !known {
		if f := goruntime.FuncForPC(entry); f != nil && f.Entry() == entry {
			name := f.Name()
			name = name[strings.LastIndexByte(name, '/')+1:]
			is = strings.Contains(name, ".func") || strings.Contains(name, ".gowrap") || strings.HasSuffix(name, "-fm")
		}
		literals[entry] = is
	}
	return is
}
