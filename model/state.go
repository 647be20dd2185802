package model

import "slices"

// Pending is what one live thread is about to do.
type Pending struct {
	Thread Thread
	// Parent is the thread that started this one; NoThread for thread 0. The child is ordered after the event that its parent
	// executed last before it was started, which is the newest event of the parent when the child is first seen in a State.
	Parent Thread
	Op     Op
	// Alts are the transitions that the operation offers now; empty while it is blocked, and for a receiver that waits for a
	// joint event. They must stand in a fixed order.
	Alts []Choice
	// Value is, for an atomic operation, the value that its variable has now. Unlike Op it may change while the operation is pending.
	Value int64
}

// A State is what an algorithm sees between two events. It belongs to the program and is valid until the algorithm's
// callback returns.
type State struct {
	// Pending has one entry for each live thread, in the order in which the threads were started.
	Pending []Pending
	// Found are the objects of this execution that were not as new when an operation first named them.
	Found []Found
	// Alarms are the timers that are armed and the sleeping threads, in any order.
	Alarms []Alarm
	// Horizon is the latest deadline that the clock may reach while other threads can run; math.MinInt64 when no timer fires
	// any more. Only the firing of a timer, or the return of the test function, changes it.
	Horizon int64
	// Memory tells this state from others; nil if the program cannot.
	Memory Memory
}

// Offers says whether c is a transition of the state.
func (s *State) Offers(c Choice) bool {
	for i := range s.Pending {
		if p := &s.Pending[i]; p.Thread == c.Thread {
			return slices.Contains(p.Alts, c)
		}
	}
	return false
}

// A Found is the state in which an operation first named an object that was there before the execution began: a channel that
// is closed, or has values in it, a lock that is held.
type Found struct {
	Obj Object
	// N counts the values in a buffered channel, the readers of an RWMutex; a WaitGroup's counter.
	N int32
	// Taken says that a lock is held, and Closed that a channel is closed or a Once is done.
	Taken, Closed bool
}

// An Alarm is a timer that is armed, or a sleeping thread.
type Alarm struct {
	Obj    Object // the timer; NoObject for a sleeping thread
	Thread Thread // the sleeping thread; NoThread for a timer
	When   int64  // the deadline
	// Ticks says that the timer does not fire, and holds up no other, while there is something in its channel.
	Ticks bool
}

// Of says whether the alarm is that of op, a timer's operation, of thread t.
func (a *Alarm) Of(op *Op, t Thread) bool {
	if a.Obj != NoObject {
		return a.Obj == op.Obj
	}
	return op.Obj == NoObject && a.Thread == t
}
