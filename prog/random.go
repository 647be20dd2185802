package prog

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"heddle/model"
)

// A Shape bounds random programs, and sets their weights.
type Shape struct {
	Threads int // the greatest number of threads, the main thread included; at least 2
	Length  int // the greatest number of statements in a thread; a statement is one to five instructions
	Objects int // the greatest number of objects
	// Sorts are the sorts of objects to choose from. One that is listed twice is chosen twice as often.
	Sorts []Sort
	// Careless means that threads also unlock an RWMutex that they do not hold, and do not always unlock one that they
	// hold.
	Careless bool
	// Polls means that threads have loops, and MaxSteps is set.
	Polls bool
}

// Random returns a random program. Its threads do not cooperate: many of the programs deadlock or panic in some
// interleaving.
func Random(r *rand.Rand, s Shape) *Program {
	g := &generator{r: r, shape: s, p: &Program{Delay: 100}}
	if s.Polls {
		g.p.MaxSteps = 60
	}
	g.objects()
	n := 2 + r.IntN(s.Threads-1)
	for i := range n {
		g.p.Bodies = append(g.p.Bodies, Body{Name: fmt.Sprint("t", i), Regs: []string{"r", "s"}})
	}
	for i := range n {
		g.thread(i, n)
	}
	return g.p
}

type generator struct {
	r     *rand.Rand
	shape Shape
	p     *Program
	body  *Body
	calm  int // the number of nested statements that are still allowed
}

func (g *generator) objects() {
	for i := range 1 + g.r.IntN(g.shape.Objects) {
		o := Object{Name: fmt.Sprint("o", i), Sort: g.shape.Sorts[g.r.IntN(len(g.shape.Sorts))], Len: 1}
		if o.Sort == Chan {
			o.Init = []int64{0, 0, 1, 1, 2}[g.r.IntN(5)]
		}
		if o.Sort == File {
			if o.Init = 3 + int64(g.r.IntN(3)); i > 0 && g.p.Objects[i-1].Sort == File && g.r.IntN(2) == 0 {
				o.Chan = i
			}
		}
		if o.Sort == Timer && i > 0 && g.p.Objects[i-1].Sort == File {
			o.Chan = i
		}
		if o.Sort == Timer && i > 0 && g.p.Objects[i-1].Sort == Chan && g.p.Objects[i-1].Init == 1 {
			o.Chan, o.Period = i, []int64{0, 10, 10, 30}[g.r.IntN(4)]
		}
		g.p.Objects = append(g.p.Objects, o)
	}
}

// thread fills body i of n. Body 0 starts most or all of the others. A body may also start the next one.
func (g *generator) thread(i, n int) {
	g.body = &g.p.Bodies[i]
	if i == 0 {
		for k := 1; k < n; k++ {
			if k == 1 || g.r.IntN(5) > 0 {
				if g.r.IntN(4) == 0 {
					g.statement()
				}
				g.emit(Instr{Verb: Spawn, Target: k})
			}
		}
	}
	for range 1 + g.r.IntN(g.shape.Length) {
		g.calm = 2
		if g.shape.Polls && g.r.IntN(2) == 0 {
			g.loop()
		} else {
			g.statement()
		}
	}
	if i > 0 && i+1 < n && g.r.IntN(6) == 0 {
		g.emit(Instr{Verb: Spawn, Target: i + 1})
	}
	if i == 0 && g.r.IntN(3) == 0 {
		g.emit(Instr{Verb: Verb(model.Return)})
	}
}

func (g *generator) emit(in Instr) int {
	in.Index.Reg = -1
	if !in.Verb.compares() {
		in.B.Reg = -1
		if in.A == (Operand{}) {
			in.A.Reg = -1
		}
	}
	if in.Verb != Set && !shapes[in.Verb].dst {
		in.Dst = -1
	}
	g.body.Code = append(g.body.Code, in)
	return len(g.body.Code) - 1
}

func (v Verb) compares() bool { return v == If || v == Assert }

// do emits a visible operation on object o.
func (g *generator) do(k model.Kind, o int) {
	v := Operand{Reg: -1, Const: int64(g.r.IntN(3))}
	if g.r.IntN(3) == 0 {
		v = Operand{Reg: 1}
	}
	in := Instr{Verb: Verb(k), Obj: o, A: v}
	if shapes[in.Verb].dst {
		in.Dst = g.r.IntN(2)
	}
	at := g.emit(in)
	g.body.Code[at].B = Operand{Reg: -1, Const: int64(g.r.IntN(3))}
}

// unless emits a jump over the instructions that then emits. It is taken if register 0 is not want.
func (g *generator) unless(want int64, then func()) {
	at := g.emit(Instr{Verb: If, A: Operand{Reg: 0}, B: Operand{Reg: -1, Const: want}, Cmp: NotEqual})
	then()
	g.body.Code[at].Target = g.label()
}

// label labels the next instruction, and returns its number.
func (g *generator) label() int {
	at := len(g.body.Code)
	if !slices.ContainsFunc(g.body.Lines, func(l Label) bool { return l.At == at }) {
		g.body.Lines = append(g.body.Lines, Label{fmt.Sprint("L", at), at})
	}
	return at
}

// loop emits a loop that looks at one or two objects in each round, and mostly changes nothing or undoes it.
func (g *generator) loop() {
	again := g.label()
	for i := range 1 + g.r.IntN(2) {
		g.calm = 2 * i // the first one is never jumped over
		g.look(g.r.IntN(len(g.p.Objects)))
	}
	g.emit(Instr{Verb: If, A: Operand{Reg: 0}, B: Operand{Reg: -1, Const: int64(g.r.IntN(3))}, Cmp: Cmp(g.r.IntN(int(numCmps))), Target: again})
}

// look emits what a loop does in each round.
func (g *generator) look(o int) {
	k := g.r.IntN(6)
	switch s := g.p.Objects[o].Sort; {
	case k == 0:
		g.statement()
	case s == Atomic && k == 1: // a write that is undone
		g.do(model.Swap, o)
		g.body.Code[len(g.body.Code)-1].Dst = 1
		g.nested()
		g.do(model.Store, o)
		g.body.Code[len(g.body.Code)-1].A = Operand{Reg: 1}
	case s == Atomic:
		g.do(g.pick(model.Load, model.Load, model.Load, model.CAS, model.CAS, model.Swap), o)
	case s == Mutex && k < 3:
		g.do(model.TryLock, o)
	case s == Mutex && k == 3:
		g.try(model.TryLock, o, func() { g.nested(); g.do(model.Unlock, o) })
	case s == RWMutex && k < 3:
		g.do(g.pick(model.TryRLock, model.RWTryLock), o)
	case s == Chan && k == 1:
		g.do(model.Len, o)
	case s == Chan:
		g.emit(Instr{Verb: Verb(model.Select), Dst: g.r.IntN(2), Default: true,
			Cases: []Case{{Obj: o, Send: g.r.IntN(2) == 0, Value: Operand{Reg: -1, Const: 1}}}})
	default:
		g.statement()
	}
}

// try emits an operation, and the instructions that then emits, which run only if the result is 1.
func (g *generator) try(k model.Kind, o int, then func()) {
	g.do(k, o)
	g.body.Code[len(g.body.Code)-1].Dst = 0
	g.unless(1, then)
}

func (g *generator) pick(kinds ...model.Kind) model.Kind { return kinds[g.r.IntN(len(kinds))] }

func (g *generator) nested() {
	if g.calm--; g.calm > 0 && g.r.IntN(2) == 0 {
		g.statement()
	}
}

func (g *generator) statement() {
	if g.r.IntN(12) == 0 && g.calm > 0 {
		g.calm--
		g.unless(int64(g.r.IntN(2)), g.statement)
		return
	}
	o := g.r.IntN(len(g.p.Objects))
	switch g.p.Objects[o].Sort {
	case Atomic:
		g.do(g.pick(model.Load, model.Load, model.Store, model.Store, model.Add, model.CAS, model.Swap), o)
	case Plain:
		g.do(g.pick(model.Read, model.Write), o)
	case Mutex:
		g.mutex(o)
	case RWMutex:
		g.rwmutex(o)
	case WaitGroup:
		g.do(g.pick(model.WGAdd, model.WGAdd, model.WGDone, model.WGDone, model.WGWait), o)
	case Once:
		g.try(model.OnceBegin, o, func() { g.nested(); g.do(model.OnceEnd, o) })
	case Cond:
		g.cond(o)
	case Chan:
		g.channel(o)
	case Timer:
		g.timer(o)
	case File:
		g.do(g.pick(model.FileRead, model.FileRead, model.FileRead, model.FileWrite, model.FileWrite, model.FileWrite, model.FileClose, model.FileLeave,
			model.FileReaders, model.FileWriters), o)
	case Test:
		g.do(g.pick(model.TestUse, model.TestUse, model.TestEnd, model.TestEnd, model.TestChange), o)
	}
}

func (g *generator) mutex(o int) {
	release := func() {
		g.nested()
		if g.r.IntN(12) > 0 {
			g.do(model.Unlock, o)
		}
	}
	switch n := g.r.IntN(16); {
	case n == 0:
		g.do(model.Unlock, o)
	case n < 5:
		g.try(model.TryLock, o, release)
	default:
		g.do(model.Lock, o)
		release()
	}
}

func (g *generator) rwmutex(o int) {
	release := func(k model.Kind) func() {
		return func() {
			if g.nested(); !g.shape.Careless || g.r.IntN(4) > 0 {
				g.do(k, o)
			}
		}
	}
	write, read := release(model.RWUnlock), release(model.RUnlock)
	if g.shape.Careless && g.r.IntN(3) == 0 {
		g.do(g.pick(model.RUnlock, model.RUnlock, model.RWUnlock), o)
		return
	}
	switch g.r.IntN(8) {
	case 0:
		g.try(model.RWTryLock, o, write)
	case 1:
		g.try(model.TryRLock, o, read)
	case 2, 3, 4:
		g.do(model.Announce, o)
		g.do(model.Acquire, o)
		write()
	default:
		g.do(model.RLock, o)
		read()
	}
}

func (g *generator) cond(o int) {
	switch g.r.IntN(4) {
	case 0:
		g.do(model.CondSignal, o)
	case 1:
		g.do(model.CondBroadcast, o)
	default:
		g.do(model.CondAdd, o)
		g.between()
		g.do(model.CondWait, o)
	}
}

// between emits an instruction between the two halves of Cond.Wait: an unlock, a store or none.
func (g *generator) between() {
	o := g.r.IntN(len(g.p.Objects))
	switch g.p.Objects[o].Sort {
	case Mutex:
		g.do(model.Unlock, o)
	case Atomic:
		g.do(model.Store, o)
	}
}

func (g *generator) channel(o int) {
	if g.r.IntN(3) > 0 {
		g.do(g.pick(model.Send, model.Send, model.Send, model.Recv, model.Recv, model.Recv, model.Close, model.Len), o)
		return
	}
	in := Instr{Verb: Verb(model.Select), Dst: g.r.IntN(2), Default: g.r.IntN(3) == 0}
	for i := 0; i < 1+g.r.IntN(3) || len(in.Cases) == 0; i++ {
		c := Case{Obj: g.r.IntN(len(g.p.Objects)), Send: g.r.IntN(2) == 0, Value: Operand{Reg: -1, Const: 1}}
		if g.r.IntN(10) == 0 {
			c.Obj = -1
		} else if g.p.Objects[c.Obj].Sort != Chan {
			c.Obj = o
		}
		in.Cases = append(in.Cases, c)
	}
	g.emit(in)
}

func (g *generator) timer(o int) {
	if g.r.IntN(6) == 0 {
		g.emit(Instr{Verb: Verb(model.Now), Dst: g.r.IntN(2)})
		return
	}
	g.do(g.pick(model.TimerStart, model.TimerStart, model.TimerStop, model.TimerFire, model.TimerFire, model.Wake), o)
	if in := &g.body.Code[len(g.body.Code)-1]; in.Verb == Verb(model.TimerStart) {
		in.A = Operand{Reg: -1, Const: []int64{0, 10, 10, 20, 40, 1000}[g.r.IntN(6)]}
	}
}
