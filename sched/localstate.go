package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
)

// local brings the local state of t, which is pending, up to date: it cannot change while t does not run.
func (m *memory) local(t *thread) {
	if t.read {
		return
	}
	t.read = true
	rt.objects.Made.CatchUp()
	l := &t.memory
	l.reached = l.reached[:0]
	l.reset()
	l.operation(&t.op)
	l.add(t.local.Seed)
	l.add(uint64(t.children))
	m.arguments(t)
	for _, p := range t.pools {
		l.add(uint64(uintptr(p.pool)))
		l.any(p.x)
	}
	l.known = t.op.Kind == model.Return || m.readStack(t) // at a Return the function is over
}

// arguments adds what the pending operation of t was called with: the frames that hold it are the engine's. What a send gives away and
// a receive overwrites on the stack counts as in use.
func (m *memory) arguments(t *thread) {
	l, s := &t.memory, &m.stack
	s.Places = s.Places[:0]
	place := func(p hook.Place) {
		l.add(uint64(p.Distance))
		if p.Distance == 0 {
			l.pointer(uintptr(p.P))
		} else {
			s.Places = append(s.Places, p.Distance)
		}
	}
	switch t.op.Kind {
	case model.Wake:
		l.add(uint64(t.when))
	case model.TimerStart:
		l.add(uint64(t.timing[0]))
		l.add(uint64(t.timing[1]))
		if t.starts != nil {
			l.calls(t.starts)
		}
	case model.Send, model.Recv:
		l.pointer(uintptr(t.addr))
		place(t.elem)
	case model.Select:
		for i := range t.cases {
			l.pointer(uintptr(t.cases[i].c))
			place(t.cases[i].elem)
		}
	case model.Return, model.Never, model.Now:
	default:
		l.pointer(uintptr(t.addr))
	}
}

// readStack adds the stack of t to its local state, and reports whether all of it is there to be read.
func (m *memory) readStack(t *thread) bool {
	s := &m.stack
	for hook.ReadStack(t.g, s); s.Full; hook.ReadStack(t.g, s) {
		s.PCs = make([]uintptr, 0, 2*cap(s.PCs))
		s.Words = make([]hook.Word, 0, 2*cap(s.Words))
		s.Objects = make([]hook.Object, 0, 2*cap(s.Objects))
		s.Defers = make([]hook.Deferred, 0, 2*cap(s.Defers))
	}
	if !s.OK {
		return false
	}
	l := &t.memory
	for _, pc := range s.PCs {
		l.add(uint64(pc))
	}
	for addr := s.Low; addr < s.High; addr += hook.WordSize {
		if kind := s.Words[(addr-s.Low)/hook.WordSize]; kind != hook.LinkWord {
			l.word(hook.Load(addr), kind, s)
		}
	}
	for _, d := range s.Defers {
		if d.Head != 0 {
			return false // calls that a loop over a function defers: they are in memory of the runtime's
		}
		l.word(d.SP, hook.PlainWord, s)
		l.word(d.PC, hook.PlainWord, s)
		l.word(d.Fn, hook.PointerWord, s)
	}
	return true
}

// What stands for a word that is no value, in a hash.
const (
	inStack = 0x5ac0000000000001 + iota
	leftOver
)

// word adds a word of the stack s.
func (l *localMemory) word(w uintptr, kind hook.Word, s *hook.Stack) {
	base, _ := hook.HeapBase(w)
	switch {
	case kind != hook.PointerWord && (base != 0 || hook.Own(w)):
		l.add(leftOver)
	case w-s.Base < s.Top-s.Base:
		l.add(inStack)
		l.add(uint64(s.Top - w))
	case kind == hook.PointerWord:
		l.pointer(w)
	default:
		l.add(uint64(w))
	}
}

// pointer adds what may be an address in the heap.
func (l *localMemory) pointer(w uintptr) {
	if base := l.address(w); base != 0 {
		l.reached = append(l.reached, base)
	}
}

// any adds an interface.
func (l *localMemory) any(x any) {
	words := (*[2]uintptr)(unsafe.Pointer(&x))
	l.pointer(words[0])
	l.pointer(words[1])
}

// timer is what the engine knows of a timer.
func (l *localMemory) timer(tm *timer) {
	l.reached = l.reached[:0]
	l.reset()
	l.add(uint64(tm.thread.id))
	l.add(truth(tm.armed))
	l.add(uint64(tm.when))
	l.add(uint64(tm.period))
	l.add(uint64(tm.thread.children))
	l.calls(tm)
}

// calls adds the function of a timer, and what it gets.
func (l *localMemory) calls(tm *timer) {
	l.pointer(uintptr(tm.p))
	l.pointer(uintptr(tm.c))
	l.pointer(*(*uintptr)(unsafe.Pointer(&tm.f)))
	l.any(tm.arg)
}

// operation adds a pending operation. Whether a timer is far (Op.Arg) follows from the rest of the state.
func (d *digest) operation(o *model.Op) {
	d.add(uint64(o.Kind))
	d.add(uint64(o.Obj))
	d.add(uint64(o.Cap))
	if o.Kind != model.Wake && o.Kind != model.TimerFire {
		d.add(uint64(o.Arg))
	}
	for i := range o.Cases {
		c := &o.Cases[i]
		d.add(uint64(c.Obj))
		d.add(uint64(c.Cap))
		d.add(truth(c.Send))
	}
}
