package stateful

import (
	"heddle/model"
	"heddle/trace"
)

// localIDs are the local-state ids of Figure 4 of the stateful DPOR paper. A thread's local state gets a number that follows from the
// number of the local state before and the change between the two.
//
//	1  NextLocal(L, i, δ)
//	2    let x be a new id
//	3    if δ is unknown return x
//	4    if δ is no change return i
//	5    if (i, δ) -> y is in L return y
//	6    add (i, δ) -> x to L
//	7    return x
//
// Equal ids mean equal local states (Theorem 1): by induction, an id is used again only for an equal change of an equal
// local state.
//
// Where we differ: a program that knows the whole local state may report that (model.Replaced), as a change of nothing. The
// first local state of a thread is a change of the local state of its parent, and of the parent's program counter.
type localIDs struct {
	tables []map[change]int32 // L, by Thread
	last   int32              // the newest id
	links  int                // entries of all tables
	now    []local            // by Thread: in the newest state
	log    []former
	names  *model.Names
	full   bool // there is no room for another entry
	exact  bool // states are compared in full
}

// A change leads from one local state to another.
type change struct {
	from int32
	hash model.Hash
}

// A local is the local state of one thread.
type local struct {
	id   int32 // 0 while the thread has not been seen
	pc   uint64
	text string // the local state in full, while states are compared
}

// A former is what localIDs.now held before a state was entered.
type former struct {
	state  int
	thread model.Thread
	local
}

// of is the local state of t.
func (l *localIDs) of(t model.Thread) local {
	for int(t) >= len(l.now) {
		l.now = append(l.now, local{})
		l.tables = append(l.tables, map[change]int32{})
	}
	return l.now[t]
}

// set enters the local state of t from state n on.
func (l *localIDs) set(n int, t model.Thread, to local) {
	l.log = append(l.log, former{n, t, l.of(t)})
	l.now[t] = to
}

// back forgets state n.
func (l *localIDs) back(n int) {
	for k := len(l.log) - 1; k >= 0 && l.log[k].state >= n; k-- {
		l.now[l.log[k].thread] = l.log[k].local
		l.log = l.log[:k]
	}
}

// enter enters the local states of state n, the newest one, to which transition t led; nil for the initial state.
func (l *localIDs) enter(n int, state *model.State, memory model.Memory, t *trace.Transition) {
	l.back(n)
	if t != nil {
		l.step(n, memory, t.Thread)
		if t.Joint() {
			l.step(n, memory, t.Partner)
		}
	}
	for i := range state.Pending {
		if p := &state.Pending[i]; l.of(p.Thread).id == 0 {
			l.start(n, memory, p.Thread, l.seen(p.Parent)) // a parent may have ended before its first operation
		}
	}
}

// seen returns t, or its nearest ancestor that has a local state if t has none; NoThread if there is none.
func (l *localIDs) seen(t model.Thread) model.Thread {
	for t != model.NoThread && l.of(t).id == 0 {
		t = l.names.Parent(t)
	}
	return t
}

// next is NextLocal. When there is no room for another entry the new id is never found again.
func (l *localIDs) next(t model.Thread, from int32, c model.Change) int32 {
	switch c.Kind {
	case model.Unchanged: // Line 4
		return from
	case model.Replaced:
		from = 0
	}
	key := change{from, c.Hash}
	if id, ok := l.tables[t][key]; ok && c.Kind != model.Unknown { // Lines 3, 5
		return id
	}
	l.last++
	if c.Kind != model.Unknown && !l.full {
		l.tables[t][key] = l.last // Line 6
		l.links++
	}
	return l.last
}

// step enters the change of t, a thread of the transition that led to state n.
func (l *localIDs) step(n int, memory model.Memory, t model.Thread) {
	c := memory.Change(t)
	l.set(n, t, local{l.next(t, l.of(t).id, c), c.PC, l.write(memory, t)})
}

// start enters the first local state of t, which parent started; NoThread for none.
func (l *localIDs) start(n int, memory model.Memory, t, parent model.Thread) {
	c, from := memory.Change(t), local{}
	if parent != model.NoThread {
		from = l.of(parent)
	}
	c.Hash = c.Hash.Then(from.pc).Then(^uint64(0))
	if c.Kind == model.Unchanged {
		c.Kind = model.Changed
	}
	l.of(t)
	l.set(n, t, local{l.next(t, from.id, c), c.PC, l.write(memory, t)})
}

// bytes estimates the memory that L takes.
func (l *localIDs) bytes() int64 {
	const link = 48
	return int64(l.links) * link
}

// write returns local.text.
func (l *localIDs) write(memory model.Memory, t model.Thread) string {
	if m, ok := memory.(exactMemory); ok && l.exact {
		return m.LocalState(t)
	}
	return ""
}
