package explore_test

import (
	"unsafe"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/sched/await"
	"heddle/sched/clock"
	"heddle/sched/object"
	"heddle/sched/operation"
	"heddle/sched/state"
)

// machine returns a machine for p, to be explored by that algorithm. If there are loops in p, threads that poll wait, as package await says.
func machine(p *prog.Program, names *model.Names, algorithm string) *prog.Machine {
	m := prog.NewMachine(p, names)
	if loops(p) {
		r := newRounds(p, m)
		r.rouses = algorithm == explore.Stateful.Name
		m.Watch(r)
	}
	return m
}

// loops reports whether p has a jump back.
func loops(p *prog.Program) bool {
	for b := range p.Bodies {
		for i := range p.Bodies[b].Code {
			if in := &p.Bodies[b].Code[i]; (in.Verb == prog.If || in.Verb == prog.Goto) && in.Target <= i {
				return true
			}
		}
	}
	return false
}

// rounds lets package await see a toy program as it sees a Go program: it reads memory and channels that hold what the machine's objects do.
type rounds struct {
	machine *prog.Machine
	program *prog.Program
	await.Set
	threads []*poller
	cells   []cell
	rouses  bool // threads look again where others give up, as in sched for stateful
}

// A poller is a thread.
type poller struct {
	await.Thread
	operation.Operation
	local state.Local
	added bool
}

// A cell is the memory of one object: a variable, the state of a mutex, the number of readers of an RWMutex, or a channel, which begins
// with the number of values in it.
type cell struct {
	word   int64
	size   uint
	closed bool
}

// What package await calls of the runtime.

//go:linkname channel runtime.heddleChan
func channel(c unsafe.Pointer) (n, size uint, closed, foreign bool, sendx, recvx uint) {
	return uint((*cell)(c).word), (*cell)(c).size, (*cell)(c).closed, false, 0, 0
}

//go:linkname heapBase runtime.heddleBase
func heapBase(uintptr) (base, size uintptr) { return 0, 0 }

//go:linkname heapScans runtime.heddleScans
func heapScans(uintptr) bool { return false }

func newRounds(p *prog.Program, m *prog.Machine) *rounds {
	r := &rounds{machine: m, program: p, cells: make([]cell, len(p.Objects))}
	r.Set = await.Set{On: true, Made: new(object.Allocations), Clock: new(clock.Clock), Machine: r}
	return r
}

// Local implements await.Machine.
func (r *rounds) Local(t *await.Thread) *state.Local { return &r.threads[t.ID].local }

// Whole implements await.Machine.
func (*rounds) Whole() (h model.Hash, known bool) { return h, false }

// Nap implements await.Machine.
func (*rounds) Nap(*await.Thread, int64) {}

// Stuck implements await.Machine.
func (*rounds) Stuck(*await.Thread) bool { return false }

func (r *rounds) Begin() {
	r.Reset()
	for _, t := range r.threads {
		t.added = false
	}
	*r.Clock = clock.Clock{}
}

// at returns the thread of that name, and brings the memory up to date.
func (r *rounds) at(name model.Thread) *poller {
	for len(r.threads) <= int(name) {
		r.threads = append(r.threads, new(poller))
	}
	t := r.threads[name]
	if !t.added {
		t.added = true
		r.Add(&t.Thread, name, model.NoThread, &t.Operation)
	}
	r.sync()
	return t
}

func (r *rounds) sync() {
	const maxReaders = 1 << 30 // of package sync
	for i := range r.cells {
		c, o := &r.cells[i], &r.program.Objects[i]
		value, taken, closed, queued := r.machine.Cell(model.Object(i))
		switch c.word = value; o.Sort {
		case prog.Mutex:
			if c.word = 0; taken {
				c.word = 1
			}
		case prog.RWMutex:
			if taken {
				c.word = int64(int32(value) - maxReaders)
			}
		case prog.Chan:
			*c = cell{int64(queued), uint(o.Init), closed}
		}
	}
}

func (r *rounds) Stand(name model.Thread, op *model.Op, local []byte) {
	t := r.at(name)
	t.Operation = operation.Operation{Op: *op, Size: 8}
	if op.Obj != model.NoObject {
		t.Where = unsafe.Pointer(&r.cells[op.Obj])
		t.Addr = t.Where
	}
	for _, c := range op.Cases {
		var to unsafe.Pointer
		if c.Obj != model.NoObject {
			to = unsafe.Pointer(&r.cells[c.Obj])
		}
		t.Cases = append(t.Cases, operation.Case{C: to, Send: c.Send})
	}
	h := model.HashOf(local)
	t.local.Begin(&state.Source{Allocations: r.Made})
	t.local.Add(h[0])
	t.local.Add(h[1])
	t.local.Known = true
	r.Arrive(&t.Thread)
}

func (r *rounds) End(name model.Thread) { r.Set.End(&r.at(name).Thread) }

func (r *rounds) Take(c model.Choice) {
	t := r.at(c.Thread)
	r.Set.Take(&t.Thread, c)
	switch t.Op.Kind {
	case model.Read, model.Write:
		r.Access(&t.Thread, uintptr(t.Where), t.Size, t.Op.Kind == model.Write)
	case model.TimerFire, model.Wake:
		r.Wake(&t.Thread, r.Clock.Now+1, 0, t.Op.Arg == 1)
	}
}

func (r *rounds) Waits(name model.Thread) bool {
	return r.threads[name].Thread.Waits && !r.threads[name].Done
}

// State has which threads wait, as in sched.
func (r *rounds) State() (h model.Hash) {
	for name, t := range r.threads {
		if t.added && t.Thread.Waits {
			h = h.Plus(model.Hash{}.Then(uint64(name)))
		}
	}
	return h
}

func (r *rounds) Rouse() bool {
	r.sync()
	return r.rouses && r.Set.Rouse()
}

func (r *rounds) Missed() bool {
	r.sync()
	return r.GivesUp()
}
