package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/hook"
	"heddle/sched/record"
	"heddle/sched/state"
)

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
