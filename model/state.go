package model

import "slices"

// A Pending is a live thread with its pending operation.
type Pending struct {
	Thread Thread
	// Parent is the thread that started this one, or NoThread for thread 0. The child's events happen after the last
	// event of the parent before the start, which is the parent's newest event when a State first shows the child.
	Parent Thread
	// After, if not 0, is a thread that this one cannot be told from, and whose first event it has waited for: no State shows it before
	// that. Its events happen after that event and after the first Since events of the parent, which had executed as many when it started it.
	After Thread
	Since int32
	Op    Op
	// Alts are the transitions that the operation offers now, in a fixed order. They are empty if the operation is
	// blocked, and for a receiver in a joint transition, which the sender offers.
	Alts []Choice
	// Value is, for an atomic operation, the present value of its variable. Unlike Op it may change while the operation
	// is pending.
	Value int64
}

// A State is what an algorithm sees between two events. It belongs to the program and is valid until the algorithm's
// callback returns.
type State struct {
	// Pending has one entry for each live thread, in the order in which the threads were started.
	Pending []Pending
	// Found are the objects of this execution that were not in the state of a new object when an operation first named
	// them.
	Found []Found
	// Alarms are the armed timers and the sleeping threads, in any order.
	Alarms []Alarm
	// Horizon is the latest deadline that the clock may reach while other threads can run, or math.MinInt64 if no timer
	// fires any more. Only the firing of a timer and the return of the test function change it.
	Horizon int64
	// Memory tells this state from others. It is nil if the program cannot.
	Memory Memory
}

// Of returns the entry of t in Pending, or nil if it has none.
func (s *State) Of(t Thread) *Pending {
	for i := range s.Pending {
		if p := &s.Pending[i]; p.Thread == t {
			return p
		}
	}
	return nil
}

// Offers says whether the state offers c.
func (s *State) Offers(c Choice) bool {
	p := s.Of(c.Thread)
	return p != nil && slices.Contains(p.Alts, c)
}

// A Found is the state of an object that existed before the execution, at the moment when an operation first named it:
// a channel that is closed or has values in it, a lock that is held.
type Found struct {
	Obj Object
	// N, Taken and Closed are those of Status.
	N             int32
	Taken, Closed bool
}

// An Alarm is an armed timer, or a sleeping thread.
type Alarm struct {
	Obj    Object // the timer; NoObject for a sleeping thread
	Thread Thread // the sleeping thread; NoThread for a timer
	When   int64  // the deadline, on the virtual clock
	// Ticks means that the timer does not fire, and holds up no other one, while there is a value in its channel.
	Ticks bool
	// Last means that it comes only when nothing else can run, and holds up no other one.
	Last bool
}

// Of says whether a is the alarm of op, an operation on a timer or the end of a Sleep, by thread t.
func (a *Alarm) Of(op *Op, t Thread) bool {
	if a.Obj != NoObject {
		return a.Obj == op.Obj
	}
	return op.Obj == NoObject && a.Thread == t
}
