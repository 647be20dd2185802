package state

import (
	"unsafe"

	"heddle/sched/clock"
	"heddle/sched/hook"
)

// A Local is the local state of one thread, as it was read last.
type Local struct {
	Digest
	Known   bool      // all of it could be read
	Fresh   bool      // the thread has not run since
	Reached []uintptr // heap objects
}

// Begin makes l empty. What is added is read with source.
func (l *Local) Begin(source *Source) {
	source.Allocations.CatchUp()
	l.Reached = l.Reached[:0]
	l.Digest.Begin(source)
}

// Emptied returns an unknown local state that reuses the memory of l.
func (l *Local) Emptied() Local {
	return Local{Digest: Digest{text: l.text[:0], parts: l.parts[:0]}, Reached: l.Reached[:0]}
}

// A Stack is memory into which the stack of a thread is read.
type Stack struct{ words hook.Stack }

// NewStack returns a Stack. The frames of the program are those between the ones of two functions of the engine, inner and outer, which
// are given by their entries.
func NewStack(inner, outer uintptr) Stack {
	return Stack{hook.Stack{
		Inner: inner, Outer: outer,
		PCs: make([]uintptr, 0, 64), Places: make([]uintptr, 0, 64), Words: make([]hook.Word, 0, 1024),
		Objects: make([]hook.Object, 0, 128), Defers: make([]hook.Deferred, 0, 64),
	}}
}

// Begin makes ready for the stack of another thread.
func (s *Stack) Begin() { s.words.Places = s.words.Places[:0] }

// Place adds the place of a send or a receive. If it is on the stack, which is read into s, it counts as in use.
func (l *Local) Place(p hook.Place, s *Stack) {
	l.Add(uint64(p.Distance))
	if p.Distance == 0 {
		l.Pointer(uintptr(p.P))
	} else {
		s.words.Places = append(s.words.Places, p.Distance)
	}
}

// Read reads the stack of goroutine g, and reports whether all of it could be read.
func (s *Stack) Read(g uintptr) bool {
	w := &s.words
	for hook.ReadStack(g, w); w.Full; hook.ReadStack(g, w) {
		w.PCs = make([]uintptr, 0, 2*cap(w.PCs))
		w.Words = make([]hook.Word, 0, 2*cap(w.Words))
		w.Objects = make([]hook.Object, 0, 2*cap(w.Objects))
		w.Defers = make([]hook.Deferred, 0, 2*cap(w.Defers))
	}
	return w.OK
}

// Calls returns the return addresses on the stack that was read last, innermost first. They are valid until the next one is read.
func (s *Stack) Calls() []uintptr { return s.words.PCs }

// Stack reads the stack of goroutine g into room and adds it. It reports whether all of it could be read.
func (l *Local) Stack(g uintptr, room *Stack) bool {
	s := &room.words
	if !room.Read(g) {
		return false
	}
	for _, pc := range s.PCs {
		l.Add(uint64(pc))
	}
	for addr := s.Low; addr < s.High; addr += hook.WordSize {
		if kind := s.Words[(addr-s.Low)/hook.WordSize]; kind != hook.LinkWord {
			l.word(hook.Load(addr), kind, s)
		}
	}
	for _, d := range s.Defers {
		if d.Head != 0 {
			return false // calls deferred by a loop over a function: the runtime keeps them elsewhere
		}
		l.word(d.SP, hook.PlainWord, s)
		l.word(d.PC, hook.PlainWord, s)
		l.word(d.Fn, hook.PointerWord, s)
	}
	return true
}

// What is hashed in place of some words of a stack.
const (
	inStack  = 0x5ac0000000000001 + iota // before the distance from the top
	leftOver                             // from an earlier call
)

// word adds a word of the stack s.
func (l *Local) word(w uintptr, kind hook.Word, s *hook.Stack) {
	base, _ := hook.HeapBase(w)
	switch {
	case kind != hook.PointerWord && (base != 0 || hook.Own(w)):
		l.Add(leftOver)
	case w-s.Base < s.Top-s.Base:
		l.Add(inStack)
		l.Add(uint64(s.Top - w))
	case kind == hook.PointerWord:
		l.Pointer(w)
	default:
		l.Add(uint64(w))
	}
}

// Pointer adds w, which may be an address in the heap.
func (l *Local) Pointer(w uintptr) {
	if base := l.address(w); base != 0 {
		l.Reached = append(l.Reached, base)
	}
}

// Any adds an interface value.
func (l *Local) Any(x any) {
	words := (*[2]uintptr)(unsafe.Pointer(&x))
	l.Pointer(words[0])
	l.Pointer(words[1])
}

// Call adds the function of a timer and its arguments.
func (l *Local) Call(tm *clock.Timer) {
	l.Pointer(uintptr(tm.P))
	l.Pointer(uintptr(tm.C))
	l.Pointer(*(*uintptr)(unsafe.Pointer(&tm.F)))
	l.Any(tm.Arg)
}
