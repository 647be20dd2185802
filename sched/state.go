package sched

import (
	"fmt"
	"strconv"

	"heddle/model"
	"heddle/sched/state"
)

// memory is the model.Memory of the running execution: it says of which parts a state is made. It reads nothing before it is asked.
type memory struct {
	state.Races
	whole state.Whole
}

// Change implements model.Memory.
func (m *memory) Change(name model.Thread) model.Change {
	t := rt.threads.byID[name]
	if t.state != pending || t.timer != nil {
		return model.Change{Kind: model.Replaced}
	}
	if m.local(t); !t.memory.Known {
		return model.Change{Kind: model.Unknown}
	}
	return model.Change{Kind: model.Replaced, Hash: t.memory.Hash().Then(uint64(rt.order.Reads.Of(name)))}
}

// Global implements model.Memory.
func (m *memory) Global() model.Hash {
	r, w := &rt, &m.whole
	w.Begin(&r.clock, r.ending.failures.Hash())
	for _, t := range r.threads.list {
		w.Thread(t.id) // an Add of a WaitGroup is an access for each thread
		if t.twin.waits() {
			w.Waits(^t.id)
		}
		if t.await.Waits {
			w.Waits(t.id) // not in its local state: it ends when time passes
		}
		if t.await.Naps {
			w.Naps(t.id, t.When)
		}
		if t.state == pending && t.timer == nil {
			m.local(t)
			w.Local(&t.memory)
		}
	}
	for _, tm := range r.clock.Timers {
		w.Timer(tm, rt.threads.byID[tm.Thread].children, rt.order.Reads.Of(tm.Thread))
	}
	return w.End(r.events.chance.Shared, r.objects.List, r.order.Readings())
}

// GlobalState returns the state that Global was asked for last (Config.Exact): texts are equal if and only if states are.
func (m *memory) GlobalState() string { return m.whole.String() }

// LocalState returns the local state of a thread, likewise.
func (m *memory) LocalState(name model.Thread) string {
	t := rt.threads.byID[name]
	if t.state != pending || t.timer != nil {
		return ""
	}
	m.local(t)
	return fmt.Sprint(t.memory.String(), rt.order.Reads.Of(name))
}

// place is equal for threads, which are pending, that stand at one place, called from the same places.
func (m *memory) place(t *thread) string {
	text := ""
	m.whole.Stack.Begin()
	m.whole.Stack.Read(t.g)
	for _, pc := range m.whole.Stack.Calls() {
		text += " " + strconv.FormatUint(uint64(pc), 16)
	}
	return text
}

// local brings the local state of t, which is pending, up to date. It cannot change while t does not run.
func (m *memory) local(t *thread) {
	if t.memory.Fresh || t.await.Naps { // a nap begins with local
		return
	}
	t.memory.Fresh = true
	m.whole.Read(&t.memory, &t.Operation, t.local.Seed, t.children, t.chance.Pools, t.g)
}
