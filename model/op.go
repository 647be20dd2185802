package model

import "slices"

// Kind says what an operation does to its object.
type Kind uint8

// The kinds of operations. Which of them depend on one another is said in dependence.go; which can block, in blocking.go.
const (
	None Kind = iota // the thread is finished, or has not reached an operation yet

	Load  // atomic load
	Store // atomic store
	Swap  // atomic swap
	Add   // atomic add, Arg is the delta
	And   // atomic and
	Or    // atomic or
	CAS   // atomic compare-and-swap, Arg is the expected old value; Cap is 1 if it means nothing in another execution: an address

	Read  // plain read, a visible operation only under -plain=explore
	Write // plain write, likewise

	Lock    // Mutex.Lock: blocks while the mutex is held
	TryLock // Mutex.TryLock: never blocks
	Unlock  // Mutex.Unlock

	Announce  // RWMutex.Lock, first half: blocks while another writer has announced itself
	Acquire   // RWMutex.Lock, second half: blocks while a reader holds the lock
	RWTryLock // RWMutex.TryLock: never blocks
	RWUnlock  // RWMutex.Unlock
	RLock     // RWMutex.RLock: blocks while a writer has announced itself
	TryRLock  // RWMutex.TryRLock: never blocks
	RUnlock   // RWMutex.RUnlock

	WGAdd  // WaitGroup.Add with a delta that is not negative (Arg)
	WGDone // WaitGroup.Add with a negative delta (Arg), WaitGroup.Done
	WGWait // WaitGroup.Wait: blocks while the counter is not zero

	OnceBegin // Once.Do: blocks while another thread is inside the function
	OnceEnd   // the function of Once.Do has returned

	CondAdd       // Cond.Wait, first part: the thread joins the waiters
	CondWait      // Cond.Wait, second part: blocks until the thread is woken
	CondSignal    // Cond.Signal: wakes one waiter (Choice.Partner names it) or none
	CondBroadcast // Cond.Broadcast: wakes all waiters

	MapRead  // sync.Map Load, Range
	MapWrite // any other method of sync.Map

	Send   // channel send: blocks while a buffered channel is full, or until a receiver waits
	Recv   // channel receive: blocks while a channel is empty and open, or until a sender waits
	Close  // close of a channel
	Len    // len of a channel
	Select // select: see Op.Cases. Blocks until a case is ready, unless it has a default (Op.Arg is 1)
	Never  // blocks for good: a nil channel, select{}

	TimerStart // a timer is made or reset: reads the clock, arms the timer
	TimerStop  // a timer is stopped
	TimerFire  // a timer's own thread: blocks while the timer is not armed or the clock may not reach it
	Wake       // the end of a Sleep: blocks while the clock may not reach it
	Now        // the clock is read
	Return     // the test function returns: no timer fires after it

	Pick // an n-way nondeterministic choice (Arg is n), independent of everything

	NumKinds
)

// NoObject stands where an operation touches no object.
const NoObject Object = -1

// An Object names what an operation works on: one atomic variable, one mutex, one channel. The numbers are small, and mean the
// same in all executions of an exploration: what an operation works on after the same past has the same number.
type Object int32

// An Op is one visible operation of one thread: the unit of scheduling.
type Op struct {
	Kind Kind
	// Obj is the object; NoObject for Select (see Cases), Never and Pick.
	Obj Object
	// Clock is the object that stands for the virtual clock, for the operations of timers; NoObject for all others.
	Clock Object
	// Arg is the kind's argument: see the kinds.
	Arg int64
	// Cap is the capacity of the channel of a Send, Recv, Close or Len; see CAS.
	Cap int32
	// Cases are the cases of a Select, without the default, and the channel of a timer in the operations of timers.
	Cases []Case
}

// A Case is one case of a select. A case of a nil channel has Obj NoObject.
type Case struct {
	Obj  Object
	Cap  int32
	Send bool
}

// Polls says whether op is a select with a default: it goes through at once or not at all.
func (op *Op) Polls() bool { return op.Kind == Select && op.Arg == 1 }

// joint says whether c is a transition of two threads at once.
func (op *Op) Joint(c Choice) bool {
	return c.Partner != NoThread && (op.Kind == Send || op.Kind == Select)
}

// offers says whether op can send, or receive, on the channel o.
func (op *Op) Offers(o Object, send bool) bool {
	if op.Obj == o {
		return op.Kind == Send && send || op.Kind == Recv && !send
	}
	for i := range op.Cases {
		if op.Cases[i].Obj == o && op.Cases[i].Send == send {
			return true
		}
	}
	return false
}

// meets says whether q can take the other side of c, a case of op on an unbuffered channel.
func (op *Op) Meets(q *Op, c *Case) bool {
	return q.Offers(c.Obj, !c.Send) && !(op.Polls() && q.Polls())
}

// canBeDisabled says whether events of other threads can disable op, whatever its partner.
func (op *Op) CanBeDisabled() bool {
	return op.Kind == CondSignal || op.Kind.Blocks() && op.Kind != CondWait && op.Kind != Never && !op.Barrier()
}

// meetsBy says whether op can send, or receive, on an unbuffered channel.
func (op *Op) MeetsBy(send bool) bool {
	if op.Kind != Select {
		return op.Cap == 0 && (op.Kind == Send && send || op.Kind == Recv && !send)
	}
	for i := range op.Cases {
		if c := &op.Cases[i]; c.Obj != NoObject && c.Cap == 0 && c.Send == send {
			return true
		}
	}
	return false
}

// plain says whether op has one object, whose state alone says whether it is enabled.
func (op *Op) Plain() bool {
	switch op.Kind {
	case Select, CondWait:
		return false
	case Send, Recv:
		return op.Cap > 0
	}
	return op.Clock == NoObject && op.Obj != NoObject
}

// set makes o a copy of p that shares no memory with it.
func (o *Op) Set(p *Op) {
	cases := append(o.Cases[:0], p.Cases...)
	*o = *p
	o.Cases = cases
}

// Steady says whether nothing disables the operation, and it disables nothing: it is a read or a write of memory.
func (o *Op) Steady() bool {
	return Load <= o.Kind && o.Kind <= Write || o.Kind == MapRead || o.Kind == MapWrite
}

// Names says whether op touches o.
func (op *Op) Names(o Object) bool {
	if op.Obj == o || op.Clock == o {
		return true
	}
	for i := range op.Cases {
		if op.Cases[i].Obj == o {
			return true
		}
	}
	return false
}

// equal says whether o and p say the same.
func (o *Op) equal(p *Op) bool {
	return o.Kind == p.Kind && o.Obj == p.Obj && o.Clock == p.Clock && o.Arg == p.Arg && o.Cap == p.Cap && slices.Equal(o.Cases, p.Cases)
}
