package sched

import (
	"heddle/model"
	"heddle/sched/await"
	"heddle/sched/bubble"
	"heddle/sched/chance"
	"heddle/sched/clock"
	"heddle/sched/hook"
	"heddle/sched/operation"
	"heddle/sched/record"
	"heddle/sched/state"
)

// A thread is one managed goroutine, or one timer. It has more than 15 fields because some packages keep what they know of a thread in it.
type thread struct {
	id       model.Thread
	parent   model.Thread
	children int // the number of threads that it has started

	parked bool // an Idle of its bubble has found it where it stands
	fn     func()
	worker *worker // nil for timers, and until it first runs
	g      uintptr // its goroutine, while it is pending
	local  hook.Thread

	state threadState
	ofEnd bool // it runs what has become due after the end of the execution
	operation.Operation
	outcome

	timer   *clock.Timer   // for timers
	fires   *clock.Timer   // that has started it, if somebody may have stopped that
	bubble  *bubble.Bubble // that it is in, or its timer
	settles *bubble.Bubble // for which it waits
	left    *bubble.Bubble // that it is in, while it is outside: see hookOutside
	chance  chance.Thread
	memory  state.Local
	await   await.Thread
	trail   record.Trail
	twin    twin
	within  within
}

type threadState uint8

const (
	running  threadState = iota // between two operations, or about to start
	pending                     // before an operation
	finished                    // its function has returned
)

// An outcome is what the engine has decided about the operation that a thread executed last.
type outcome struct {
	chosen   int  // select: the case
	received bool // receive: there was a value
	done     bool // the engine has done the operation; Go's own code must not
}

// far reports whether t waits for the earliest deadline, due.
func (t *thread) far(due int64) bool {
	switch {
	case t.Op.Kind == model.Wake:
		return t.When == due && !t.sleeps()
	case t.timer != nil:
		return t.timer.Ready() && t.timer.When == due
	}
	return false
}
