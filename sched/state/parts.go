package state

import (
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/object"
)

// Statics are the memory that is put back before each execution: package-level variables, and the heap objects that were reached from
// them when the test began.
type Statics struct {
	Variables, Objects [][]byte
}

// Timer adds the state of tm, whose functions have started that many threads.
func (l *Local) Timer(tm *clock.Timer, children int) {
	l.Add(uint64(tm.Thread))
	l.Truth(tm.Armed)
	l.Add(uint64(tm.When))
	l.Add(uint64(tm.Period))
	l.Add(uint64(tm.Early()))
	l.Add(uint64(children))
	l.Call(tm)
}

// Pools adds the objects in sync.Pools.
func (l *Local) Pools(pools chance.Pools) {
	for _, p := range pools {
		l.Pointer(uintptr(p.Pool))
		l.Any(p.Object)
	}
}

// Waiters adds the waiters of o, a condition variable. One is scratch.
func (d *Digest) Waiters(o *object.Object, one *Digest) {
	for _, w := range o.Waiters {
		one.Begin(d.source)
		one.Add(uint64(o.Name))
		one.Add(uint64(w.Thread))
		one.Truth(w.Woken)
		d.Plus(one)
	}
}
