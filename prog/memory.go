package prog

import (
	"encoding/binary"
	"fmt"
	"slices"

	"heddle/model"
)

// An Abstraction says how much of the local states of threads a Machine shows to algorithms that remember states. Under
// each of them, equal changes of equal local states give equal local states.
type Abstraction uint8

const (
	Exact   Abstraction = iota // the registers and the next instruction
	Deltas                     // the registers that have changed, and the next instruction
	Values                     // the values that operations have returned, and their number
	Nothing                    // nothing: the machine shows no model.Memory
)

// Abstractions has every Abstraction.
var Abstractions = []Abstraction{Exact, Deltas, Values, Nothing}

// Abstract sets the Abstraction. It is Exact at first.
func (m *Machine) Abstract(a Abstraction) {
	m.abstraction = a
	if m.state.Memory = m; a == Nothing {
		m.state.Memory = nil
	}
}

// Global implements model.Memory.
func (m *Machine) Global() model.Hash {
	m.text = twins{m}.appendState(watch{m}.appendState(m.appendGlobal(m.text[:0])))
	return model.HashOf(m.text)
}

// Change implements model.Memory.
func (m *Machine) Change(name model.Thread) model.Change {
	t := &m.threads[m.byName[name]]
	c := model.Change{Kind: model.Changed, PC: uint64(t.pc)}
	m.text = m.text[:0]
	switch m.abstraction {
	case Exact:
		c.Kind = model.Replaced
		m.text = t.appendLocal(m.text)
	case Deltas:
		m.text = t.appendDelta(m.text)
		if len(m.text) == 0 {
			c.Kind = model.Unchanged
		}
	case Values:
		c.PC = uint64(t.executed)
		if m.text = t.got; len(m.text) == 0 {
			c.Kind = model.Unchanged
		}
		if t.executed == 0 {
			c.Kind = model.Changed // a new thread is what its parent has made it
		}
	}
	c.Hash = model.HashOf(m.text)
	return c
}

// GlobalState encodes the global state: what all threads share.
func (m *Machine) GlobalState() string { return string(m.appendGlobal(nil)) }

// LocalState encodes the local state of a thread.
func (m *Machine) LocalState(name model.Thread) string {
	return string(m.threads[m.byName[name]].appendLocal(nil))
}

// State encodes the whole state. If two are equal, the same can happen after both.
func (m *Machine) State() string {
	var locals []string
	for i := range m.threads {
		if t := &m.threads[i]; t.live {
			locals = append(locals, string(t.appendLocal(binary.AppendVarint(nil, int64(t.name)))))
		}
	}
	slices.Sort(locals)
	return fmt.Sprintf("%x %x", twins{m}.appendState([]byte(m.GlobalState())), locals)
}

// Shared encodes the values of the shared objects, and the next instructions of the threads that have not ended. For a
// final state this is everything that can be observed.
func (m *Machine) Shared() string {
	text := fmt.Sprintf("%x", m.appendGlobal(nil))
	var left []string
	for i := range m.threads {
		if t := &m.threads[i]; t.live {
			left = append(left, fmt.Sprint(m.names.Path(t.name), " at ", t.pc))
		}
	}
	slices.Sort(left)
	return fmt.Sprint(text, left)
}

// Failures are the threads that failed in the last execution, each with the instruction: "0.1 at 3".
func (m *Machine) Failures() []string { return m.failures }

func (m *Machine) appendGlobal(to []byte) []byte {
	to = appendCells(m, to)
	for name, i := range m.byName { // the waiters of the condition variables, by name
		if i < 0 || i >= len(m.threads) || m.threads[i].name != model.Thread(name) {
			continue
		}
		if t := &m.threads[i]; t.cond != model.NoObject {
			to = append(binary.AppendVarint(binary.AppendVarint(to, int64(name)), int64(t.cond)), byte(truth(t.woken)))
		}
	}
	return to
}

// appendCells encodes the clock and the objects.
func appendCells(m *Machine, to []byte) []byte {
	to = binary.AppendVarint(to, m.now)
	to = append(to, byte(truth(m.over)))
	for i := range m.cells {
		c := &m.cells[i]
		value := c.value
		if m.program.Objects[i].Sort == Timer && !c.taken {
			value = 0
		}
		to = append(to, byte(truth(c.taken)), byte(truth(c.closed)+2*truth(c.late)+4*truth(c.left)))
		to = binary.AppendVarint(binary.AppendVarint(to, value), int64(len(c.queue)))
		for _, v := range c.queue {
			to = binary.AppendVarint(to, v)
		}
	}
	return to
}

// appendLocal encodes the local state of t.
func (t *thread) appendLocal(to []byte) []byte {
	for _, v := range [...]int64{int64(t.body), int64(t.pc), int64(t.kids)} {
		to = binary.AppendVarint(to, v)
	}
	for _, r := range t.regs {
		to = binary.AppendVarint(to, r)
	}
	return to
}

// appendDelta encodes what the last transition of t has changed in its local state. It appends nothing if that is
// nothing.
func (t *thread) appendDelta(to []byte) []byte {
	if t.executed == 0 {
		return t.appendLocal(append(to, 0))
	}
	if t.kids != t.old.kids {
		to = binary.AppendVarint(append(to, 1), int64(t.kids))
	}
	for i, r := range t.regs {
		if r != t.old.regs[i] {
			to = binary.AppendVarint(binary.AppendVarint(append(to, 2), int64(i)), r)
		}
	}
	return to
}

// before saves what Change needs of the local state of t, which takes part in the next transition.
func (t *thread) before() {
	t.executed++
	t.got = t.got[:0]
	t.old.kids, t.old.regs = t.kids, append(t.old.regs[:0], t.regs...)
}

// get stores the result of an operation in a register of t, unless register is -1.
func (t *thread) get(register int, result int64) {
	if register >= 0 {
		t.regs[register] = result
		t.got = binary.AppendVarint(append(t.got, 1), result)
	}
}
