package prog

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"heddle/model"
)

// Two threads are twins if one thread has started both, with the same body: nothing tells them apart until one of them has executed
// something. If the program is Alike, a thread has no part in a state until the twin before it has executed its first event, or is over.
// So of the executions that differ in which twin does what, there are those in which twins begin in the order in which they were started.
//
// It is as if the first event of a thread started its next twin. This is another program, for which every algorithm keeps its promise.
type twins struct{ *Machine }

// A start is how a thread was started.
type start struct {
	twin  int   // the index of the twin before it, -1 for none
	since int32 // the operations that its parent had executed
}

// join finds the twin before thread n, which has been started and stands before its first event. It has none if it has started others already,
// which would have to change places with those of its twin, or if its first event may be one of the twin as well.
func (m twins) join(n int) {
	t := &m.threads[n]
	if !m.program.Alike || t.parent == model.NoThread || t.kids > 0 || t.op.MeetsItself() {
		return
	}
	parent := &m.threads[m.byName[t.parent]]
	if t.start.since = int32(parent.executed); t.start.since == 0 && t.parent != 0 {
		return // no state need have shown the parent
	}
	for i := n - 1; i > 0 && t.start.twin < 0; i-- {
		if u := &m.threads[i]; u.parent == t.parent && u.body == t.body {
			t.start.twin = i
		}
	}
}

// before returns the twin for whose first event t waits or has waited, nil if there is none.
func (m twins) before(t *thread) *thread {
	if t.start.twin < 0 {
		return nil
	}
	if u := &m.threads[t.start.twin]; u.live || u.executed > 0 {
		return u
	}
	return nil
}

// wait says whether thread i waits for the first event of the twin before it.
func (m twins) wait(i int) bool {
	t := &m.threads[i]
	if t.executed > 0 {
		return false
	}
	u := m.before(t)
	return u != nil && u.executed == 0
}

// after returns what model.Pending has of t.
func (m twins) after(t *thread) (model.Thread, int32) {
	if u := m.before(t); u != nil {
		return u.name, t.start.since
	}
	return 0, 0
}

// appendState encodes which threads wait.
func (m twins) appendState(to []byte) []byte {
	for i := range m.threads {
		if m.program.Alike && m.threads[i].live && m.wait(i) {
			to = binary.AppendVarint(to, int64(m.threads[i].name))
		}
	}
	return to
}

// Unnamed encodes what Shared and Failures do, and what each thread has in its registers, so that executions have the same text if they
// differ in nothing but in which of several twins has done what.
func Unnamed(m *Machine) string {
	return fmt.Sprintf("%x %s", appendCells(m, nil), twins{m}.unnamed(0))
}

// unnamed encodes the thread with this index and all that it has started.
func (m twins) unnamed(i int) string {
	t := &m.threads[i]
	text := fmt.Sprint(t.body, t.pc, t.live, t.regs, t.cond, t.woken, slices.Contains(m.failures, fmt.Sprint(m.names.Path(t.name), " at ", t.pc)))
	var children []string
	for k := range m.threads {
		if m.threads[k].parent == t.name && k != i {
			children = append(children, m.unnamed(k))
		}
	}
	slices.Sort(children)
	return text + "(" + strings.Join(children, " ") + ")"
}
