package prog

import (
	"encoding/binary"

	"heddle/model"
)

// Rounds finds the threads of a machine that poll. One that has completed a round waits: it is blocked for ever (package sched/await).
type Rounds interface {
	// Begin begins an execution.
	Begin()
	// Stand notes that t stands before op, in this local state.
	Stand(t model.Thread, op *model.Op, local []byte)
	// End notes that t has ended.
	End(t model.Thread)
	// Take notes that c is about to be executed.
	Take(c model.Choice)
	// Waits reports whether t waits.
	Waits(t model.Thread) bool
	// State returns a hash of what is known of all threads. Together with the state of the machine it decides what the methods report.
	State() model.Hash
	// Missed reports whether a thread that waits has missed a change. If nothing else can run, the execution is given up.
	Missed() bool
	// Rouse is called when nothing can run. It may end the waiting of some threads, and reports whether it does.
	Rouse() bool
}

// Watch makes threads wait as r says. Without it, a thread that polls goes round for ever.
func (m *Machine) Watch(r Rounds) { m.rounds = r }

// Cell returns the value of an object (see Object), whether it is held, whether it is closed, and how many values are in it.
func (m *Machine) Cell(o model.Object) (value int64, taken, closed bool, queued int) {
	c := &m.cells[o]
	return c.value, c.taken, c.closed, len(c.queue)
}

// A watch tells the Rounds of a machine what happens, and asks them, if there are any.
type watch struct{ *Machine }

func (m watch) begin() {
	if m.rounds != nil {
		m.rounds.Begin()
	}
}

func (m watch) stand(n int) {
	t := &m.threads[n]
	switch {
	case m.rounds == nil:
	case t.live:
		m.text = t.appendLocal(m.text[:0])
		m.rounds.Stand(t.name, &t.op, m.text)
	default:
		m.rounds.End(t.name)
	}
}

func (m watch) take(c model.Choice) {
	if m.rounds != nil {
		m.rounds.Take(c)
	}
}

func (m watch) waits(n int) bool { return m.rounds != nil && m.rounds.Waits(m.threads[n].name) }

// appendState encodes what is known of the threads.
func (m watch) appendState(to []byte) []byte {
	if m.rounds == nil {
		return to
	}
	h := m.rounds.State()
	return binary.AppendUvarint(binary.AppendUvarint(to, h[0]), h[1])
}

func (m watch) rouse() bool { return m.rounds != nil && m.rounds.Rouse() }

func (m watch) missed() bool { return m.rounds != nil && m.rounds.Missed() }
