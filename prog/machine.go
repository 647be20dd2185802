package prog

import (
	"fmt"
	"strconv"

	"heddle/model"
)

// A Machine executes one Program any number of times. It is a model.Program.
type Machine struct {
	program *Program
	names   *model.Names
	cells   []cell
	threads []thread // in the order in which they were started
	byName  []int    // by model.Thread: its index in threads, or -1
	now     int64    // the virtual clock
	over    bool     // the main thread has returned: no timer fires
	failed  bool
	// failures says where threads have failed: see Failures.
	failures []string

	abstraction Abstraction
	rounds      Rounds
	text        []byte // scratch

	state model.State
	alts  []model.Choice
	ends  []int // alts[ends[i-1]:ends[i]] are those of state.Pending[i]
}

// A cell is one object while the program runs.
type cell struct {
	value  int64   // of a variable; the counter of a WaitGroup; the readers of an RWMutex; the deadline of a timer
	taken  bool    // a mutex is held, a writer has announced itself, the function of a Once is running, a timer is armed, readers of a file go
	closed bool    // a channel or file is closed, a Once is done
	left   bool    // what reads a file is closed
	late   bool    // writers of a file do not block; for its readers, see taken
	queue  []int64 // the values in a channel, or the bytes in a file, oldest first
}

// A thread is one thread while the program runs.
type thread struct {
	name, parent model.Thread
	body         int
	pc           int
	regs         []int64
	kids         int
	live         bool
	cond         model.Object // the Cond that it is a waiter of, or NoObject
	woken        bool
	op           model.Op
	cases        []model.Case

	// For Change.
	start    start
	executed int      // operations
	got      []byte   // the values that the last one returned
	old      struct { // the local state before the last operation
		kids int
		regs []int64
	}
}

// NewMachine returns a machine for p, which must not change afterwards. Threads get their names from names.
func NewMachine(p *Program, names *model.Names) *Machine {
	m := &Machine{program: p, names: names, cells: make([]cell, len(p.Objects))}
	m.state.Memory = m
	return m
}

// Run implements model.Program.
func (m *Machine) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) (o model.Outcome) {
	m.reset()
	for _, c := range prefix {
		if !m.offers(c) && !(watch{m}.rouse() && m.offers(c)) {
			o.Diverged, o.Failed = true, m.failed
			return o
		}
		m.take(c)
		o.Steps++
	}
	for {
		if max := m.program.MaxSteps; max > 0 && o.Steps >= max {
			break
		}
		if m.show(); len(m.alts) == 0 && (watch{m}).rouse() {
			m.show()
		}
		c, ok := next(&m.state)
		if !ok {
			o.Maximal = len(m.alts) == 0
			o.GivenUp = o.Maximal && watch{m}.missed()
			break
		}
		m.take(c)
		o.Steps++
	}
	o.Failed = m.failed
	return o
}

func (m *Machine) reset() {
	for i := range m.cells {
		c := &m.cells[i]
		*c = cell{queue: c.queue[:0]}
		if s := m.program.Objects[i].Sort; s == Atomic || s == Plain {
			c.value = m.program.Objects[i].Init
		}
	}
	m.threads, m.now, m.over, m.failed, m.failures = m.threads[:0], 0, false, false, nil
	watch{m}.begin()
	m.start(0, 0, model.NoThread)
}

// start starts a thread, and executes it up to its first visible operation.
func (m *Machine) start(body int, name, parent model.Thread) {
	for int(name) >= len(m.byName) {
		m.byName = append(m.byName, -1)
	}
	n := len(m.threads)
	m.byName[name] = n
	if n < cap(m.threads) {
		m.threads = m.threads[:n+1]
	} else {
		m.threads = append(m.threads, thread{})
	}
	t := &m.threads[n]
	regs := t.regs[:0]
	for range m.program.Bodies[body].Regs {
		regs = append(regs, 0)
	}
	*t = thread{name: name, parent: parent, body: body, regs: regs, live: true, start: start{twin: -1}, cases: t.cases, cond: model.NoObject, got: t.got[:0], old: t.old}
	m.proceed(n)
	twins{m}.join(n)
}

// proceed executes thread n up to its next visible operation.
func (m *Machine) proceed(n int) {
	code := m.program.Bodies[m.threads[n].body].Code
	for range 10000 {
		t := &m.threads[n]
		if !t.live || t.pc >= len(code) {
			t.live, t.op = false, model.Op{Obj: model.NoObject, Clock: model.NoObject}
			watch{m}.stand(n)
			return
		}
		in := &code[t.pc]
		if in.Verb < Verb(model.NumKinds) {
			if i := t.eval(in.Index); shapes[in.Verb].obj && (i < 0 || i >= int64(max(1, m.program.Objects[in.Obj].Len))) {
				m.fail(t)
				continue
			}
			m.operation(t, in)
			watch{m}.stand(n)
			return
		}
		m.local(n, in)
	}
	panic(fmt.Sprintf("prog: body %s: a loop without a visible operation", m.program.Bodies[m.threads[n].body].Name))
}

// local executes an instruction that is not a visible operation.
func (m *Machine) local(n int, in *Instr) {
	t := &m.threads[n]
	t.pc++
	switch in.Verb {
	case Set:
		t.regs[in.Dst] = t.eval(in.A) + t.eval(in.B)
	case Goto:
		t.pc = in.Target
	case If:
		if t.compare(in) {
			t.pc = in.Target
		}
	case Spawn:
		t.kids++
		m.start(in.Target, m.names.Child(t.name, t.kids), t.name)
	case Assert:
		if !t.compare(in) {
			m.fail(t)
		}
	}
}

func (m *Machine) fail(t *thread) {
	m.note(t)
	t.live = false
}

// note records that t has failed at its next instruction, or at the one that it has just executed.
func (m *Machine) note(t *thread) {
	m.failed = true
	m.failures = append(m.failures, m.names.Path(t.name)+" at "+strconv.Itoa(t.pc))
}

func (t *thread) eval(o Operand) int64 {
	if o.Reg < 0 {
		return o.Const
	}
	return t.regs[o.Reg]
}

func (t *thread) compare(in *Instr) bool {
	a, b := t.eval(in.A), t.eval(in.B)
	switch in.Cmp {
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	default:
		return a < b
	}
}

// operation makes in the pending operation of t. The clock, which all timers share, is the object after the declared
// ones.
func (m *Machine) operation(t *thread, in *Instr) {
	kind := model.Kind(in.Verb)
	obj := in.Obj + int(t.eval(in.Index))
	t.op = model.Op{Kind: kind, Obj: model.Object(obj), Clock: model.NoObject}
	switch kind {
	case model.Select:
		t.cases = t.cases[:0]
		for _, c := range in.Cases {
			tc := model.Case{Obj: model.NoObject, Send: c.Send}
			if c.Obj >= 0 {
				tc.Obj, tc.Cap = model.Object(c.Obj), int32(m.program.Objects[c.Obj].Init)
			}
			t.cases = append(t.cases, tc)
		}
		t.op.Obj, t.op.Cases = model.NoObject, t.cases
		if in.Default {
			t.op.Arg = 1
		}
	case model.Never, model.Pick, model.Idle:
		t.op.Obj = model.NoObject
		t.op.Arg = t.eval(in.A)
	case model.Now, model.Collect:
		t.op.Obj = model.NoObject
	case model.Return:
		t.op.Obj = m.program.test()
	case model.Send, model.Recv, model.Close, model.Len:
		t.op.Cap = int32(m.program.Objects[obj].Init)
	case model.WGAdd, model.CAS:
		t.op.Arg = t.eval(in.A)
	case model.FileRead, model.FileWrite: // of at least one byte
		t.op.Arg, t.op.Cap = (t.eval(in.A)%3+3)%3+1, int32(m.program.Objects[obj].Init)
	case model.FileReaders, model.FileWriters:
		t.op.Arg = t.eval(in.A) & 1
	case model.FileClose:
		if c := m.program.Objects[obj].Chan; c > 0 {
			t.cases = append(t.cases[:0], model.Case{Obj: model.Object(c - 1)})
			t.op.Cases = t.cases
		}
	case model.WGDone:
		t.op.Arg = -1
	}
	switch kind {
	case model.TimerStart, model.TimerStop, model.TimerFire, model.Wake:
		if c := m.program.Objects[obj].Chan; c > 0 {
			t.cases = append(t.cases[:0], model.Case{Obj: model.Object(c - 1), Cap: 1, Send: true})
			if m.program.Objects[c-1].Sort == File { // the deadline of its readers, or of its writers
				t.cases[0] = model.Case{Obj: model.Object(c - 1), Cap: int32(obj % 2)}
			}
			t.op.Cases = t.cases
		}
	}
	switch kind {
	case model.Now, model.Return, model.TimerStart, model.TimerStop, model.TimerFire, model.Wake:
		t.op.Clock = model.Object(len(m.cells))
	case model.Send, model.Recv:
		m.onTicker(t, t.op.Obj)
	case model.Select:
		for i := range t.op.Cases {
			m.onTicker(t, t.op.Cases[i].Obj)
		}
	}
	if b := m.program.Bodies[t.body].Bubble; b > 0 && kind != model.Never {
		t.op.Clock = model.Object(len(m.cells) + b)
	} else if m.program.collects() {
		t.op.Clock = model.Object(len(m.cells))
	}
}

// onTicker makes the pending operation of t, which is on channel o, one on the clock, if o is the channel of a ticker.
func (m *Machine) onTicker(t *thread, o model.Object) {
	for i := range m.program.Objects {
		if d := &m.program.Objects[i]; d.Period > 0 && o == model.Object(d.Chan-1) {
			t.op.Clock = model.Object(len(m.cells))
		}
	}
}

// show fills m.state.
func (m *Machine) show() {
	m.state.Pending, m.alts, m.ends = m.state.Pending[:0], m.alts[:0], m.ends[:0]
	for i := range m.threads {
		if t := &m.threads[i]; t.live && !(twins{m}).wait(i) {
			from := len(m.alts)
			menu{m}.offer(i)
			m.ends = append(m.ends, len(m.alts))
			p := model.Pending{Thread: t.name, Parent: t.parent, Op: t.op}
			p.After, p.Since = twins{m}.after(t)
			if (watch{m}).waits(i) || t.op.Kind == model.Idle && len(m.alts) == from {
				p.Op = model.Op{Kind: model.Never, Obj: model.NoObject, Clock: model.NoObject}
			} else if t.op.Obj != model.NoObject {
				p.Value = m.cells[t.op.Obj].value
			}
			m.state.Pending = append(m.state.Pending, p)
		}
	}
	menu{m}.offerFar()
	menu{m}.showAlarms()
	from := 0
	for i, to := range m.ends {
		m.state.Pending[i].Alts = m.alts[from:to:to]
		from = to
	}
}

// offers says whether the present state offers c.
func (m *Machine) offers(c model.Choice) bool {
	if int(c.Thread) >= len(m.byName) || m.byName[c.Thread] < 0 || m.byName[c.Thread] >= len(m.threads) {
		return false
	}
	n := m.byName[c.Thread]
	t := &m.threads[n]
	if t.name != c.Thread || !t.live || (twins{m}).wait(n) {
		return false
	}
	if t.op.Clock != model.NoObject { // whether it is far depends on all threads
		m.show()
	} else {
		m.alts = m.alts[:0]
		menu{m}.offer(n)
	}
	for _, a := range m.alts {
		if a == c {
			return true
		}
	}
	return false
}
