package sched

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/due"
	"heddle/sched/hook"
	"heddle/sched/record"
	"heddle/sched/state"
)

// threads are the threads of the running execution.
type threads struct {
	names *model.Names // of all executions
	seed  uint64       // what Config.Seed adds to the seeds of the threads
	list  []*thread    // in the order in which they were started; a prefix of arena
	arena []*thread
	byID  []*thread // by model.Thread

	finalizer *thread   // that runs finalizers, or nil
	due       due.Queue // what it has not begun

	running *thread   // the thread that runs, or ran last
	queue   []*thread // they must run up to their next operation before the next decision
}

// reset makes ready for an execution.
func (s *threads) reset() {
	s.list, s.running, s.queue = s.list[:0], nil, s.queue[:0]
	s.finalizer, s.due = nil, due.Queue{}
	clear(s.byID)
}

// start adds the next child of parent; nil for the test function's thread.
func (s *threads) start(parent *thread) *thread {
	t := s.reuse()
	if parent == nil {
		t.id, t.parent = 0, model.NoThread
	} else {
		parent.children++
		t.id, t.parent = s.names.Child(parent.id, parent.children), parent.id
	}
	t.local = hook.Thread{Seed: s.names.Hash(t.id) + s.seed, ID: int(t.id)}
	for len(s.byID) <= int(t.id) {
		s.byID = append(s.byID, nil)
	}
	s.byID[t.id] = t
	s.list = append(s.list, t)
	return t
}

// reuse returns a cleared thread from the arena.
func (s *threads) reuse() *thread {
	n := len(s.list)
	if n < len(s.arena) {
		t := s.arena[n]
		*t = thread{operation: operation{alts: t.alts[:0], cases: t.cases[:0], opCases: t.opCases[:0]}, chance: chance.Thread{Pools: t.chance.Pools[:0]},
			memory: t.memory.Emptied()}
		return t
	}
	t := new(thread)
	s.arena = append(s.arena, t)
	return t
}

// of returns the thread of that name, nil if this execution has not started it.
func (s *threads) of(id model.Thread) *thread {
	if int(id) >= len(s.byID) {
		return nil
	}
	return s.byID[id]
}

// queued removes the first thread from the queue and returns it; nil if the queue is empty.
func (s *threads) queued() *thread {
	if len(s.queue) == 0 {
		return nil
	}
	t := s.queue[0]
	s.queue = slices.Delete(s.queue, 0, 1)
	return t
}

// blocked lists the goroutines that are pending, and the kinds of their operations.
func (s *threads) blocked() []string {
	var list []string
	for _, t := range s.list {
		if t.state == pending && t.timer == nil {
			list = append(list, s.names.Path(t.id)+" "+record.OpNames[t.op.Kind])
		}
	}
	return list
}

// A thread is one managed goroutine, or one timer.
type thread struct {
	id       model.Thread
	parent   model.Thread
	children int // the number of threads that it has started

	fn     func()
	worker *worker // nil for timers, and until it first runs
	g      uintptr // its goroutine, while it is pending
	local  hook.Thread

	state threadState
	ofEnd bool // it runs what has become due after the end of the execution
	operation
	outcome

	timer  *clock.Timer // for timers
	chance chance.Thread
	memory state.Local
	trail  record.Trail
}

type threadState uint8

const (
	running  threadState = iota // between two operations, or about to start
	pending                     // before an operation
	finished                    // its function has returned
)

// An operation is the pending operation of a thread. Which fields are valid depends on the kind of op.
type operation struct {
	op      model.Op
	addr    unsafe.Pointer // the object
	where   unsafe.Pointer // the memory that decides whether op is enabled
	size    uintptr        // of an atomic variable, in bytes
	elem    hook.Place     // the variable that a send or a receive copies
	cases   []selectCase   // of a select
	alts    []model.Choice // storage of model.Pending.Alts
	opCases []model.Case   // storage of model.Op.Cases
	when    int64          // the deadline of a Wake
	timing  [2]int64       // the arguments of the start of a timer, or of Sleep
	starts  *clock.Timer   // the new timer of a TimerStart, else nil
}

// A selectCase is one case of a pending select.
type selectCase struct {
	c    unsafe.Pointer // if nil, the case is never ready
	elem hook.Place
	send bool
}

// An outcome is what the engine has decided about the operation that a thread executed last.
type outcome struct {
	chosen   int  // select: the case
	received bool // receive: there was a value
	done     bool // the engine has done the operation; Go's own code must not
}

// value returns the value of the atomic variable that the operation is on; 0 for other operations.
func (o *operation) value() int64 {
	if o.op.Kind > model.CAS || o.size != 4 && o.size != 8 {
		return 0
	}
	return hook.Integer(o.where, o.size)
}

// far reports whether t waits for the earliest deadline, due.
func (t *thread) far(due int64) bool {
	switch {
	case t.op.Kind == model.Wake:
		return t.when == due
	case t.timer != nil:
		return t.timer.Ready() && t.timer.When == due
	}
	return false
}
