package model

import "slices"

// A Kind says what an operation does to its object.
type Kind uint8

// The kinds of operations. Which of them are dependent is in dependence.go, which of them block and disable others in
// blocking.go.
const (
	None Kind = iota // no operation: the thread is finished, or has not reached its first one

	Load  // atomic load
	Store // atomic store
	Swap  // atomic swap
	Add   // atomic add, Arg is the delta
	And   // atomic and
	Or    // atomic or
	CAS   // atomic compare-and-swap, Arg is the expected old value; for Cap see Op.Cap

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
	Never  // blocks forever: a nil channel, select{}

	TimerStart // a timer is made or reset: reads the clock, arms the timer
	TimerStop  // a timer is stopped
	TimerFire  // a timer fires, in its own thread: blocks while the timer is not armed or the clock must not reach it
	Wake       // the end of a Sleep: blocks while the clock must not reach it
	Now        // the clock is read
	Return     // the test function returns: no timer fires after it, and Obj, if there is one, ends as by a TestEnd

	// Pick is an n-way nondeterministic choice (Arg is n), independent of everything but a Collect. With one alternative it is the
	// beginning of a goroutine, in programs with a Collect: elsewhere that is no operation.
	Pick

	TestUse // a goroutine uses a test that another one ends: t.Log, t.Fail, t.Cleanup
	TestEnd // a subtest ends, or a goroutine asks whether a test has failed
	// TestChange changes a test in a way whose order matters, or looks at such a change: Cleanup, and running what Cleanup has
	// registered. It is an operation only where several goroutines do that.
	TestChange

	PoolGet // sync.Pool.Get; a Pick follows unless the pool is empty
	PoolPut // sync.Pool.Put

	SystemRead  // what the system keeps is read: a file, or the environment
	SystemWrite // it is written

	Collect // runtime.GC, where the program can tell what it has collected: that depends on all that was done before

	// Idle is what happens when the goroutines of a bubble (testing/synctest) are durably blocked: a Wait returns, the bubble's clock goes
	// on and its timers fire, or the bubble ends. A state shows it only when it is enabled, and a Never in its place before that. Nothing
	// disables it: no event of the bubble is possible before it, and the others do not touch the bubble.
	Idle

	// A file is one direction of a connection or a pipe: a queue of bytes, with a number of them for Op.Cap. Datagrams, and the connections
	// that a listener has not accepted, are queues as well.
	FileRead  // takes Arg bytes, or what there is: blocks while the queue is empty
	FileWrite // puts in Arg bytes, or as many as there is room for; then another one with -Arg bytes follows. Blocks while there is no room (see Status.Room)
	FileClose // closes the end that writes: nothing blocks any more. Cases may have the file of the other direction, which it leaves
	FileLeave // closes the end that reads: likewise
	// A deadline passes (Arg is 1), or is taken back (0). From then on readers, or writers, do not block; or they do again. A timer does the
	// former when it fires, and the latter when it is started or stopped: see Case.
	FileReaders
	FileWriters

	// A section is a whole critical section in which nothing else is visible, from the Lock to the Unlock: a read or a write of what the
	// mutex protects. Obj is not the mutex but the part of that which the sections of one group touch (package sched/section).
	ReadSection
	WriteSection

	NumKinds // the number of kinds
)

// NoObject is the name of no object.
const NoObject Object = -1

// An Object names what an operation works on: one atomic variable, one mutex, one channel. Objects are small numbers,
// valid for the whole exploration: an operation with the same past works on the same Object in every execution.
type Object int32

// An Op is one operation of one thread: the unit of scheduling.
type Op struct {
	Kind Kind
	// Obj is the object. It is NoObject for a Select (see Cases), Never, Pick, Now, Collect, Idle, for the TimerStart and the Wake of
	// a Sleep, and for a Return that ends no test because the function panicked.
	Obj Object
	// Clock is the virtual clock for TimerStart, TimerStop, TimerFire, Wake, Now and Return, and for operations on the channel of a
	// ticker (OnTicker). In a program with a Collect it is that for all operations: they read the clock and the Collect writes it, so
	// that it depends on all of them. For all operations in a bubble it is the bubble's clock: an Idle writes it. NoObject otherwise.
	Clock Object
	// Arg is the argument of the kind, see there. For TimerFire and Wake it is 1 if the operation is a Barrier, for a TimerStart if the timer
	// sends at once.
	Arg int64
	// Cap is the capacity of the channel of a Send, Recv, Close or Len, in values, and of the file of a FileWrite, in bytes. For a CAS it is 1 if Arg is an
	// address, which means nothing in another execution.
	Cap int32
	// Cases are the cases of a Select, without the default. For an operation on a timer that has a channel, the only
	// case is a send on that channel; of one that is a deadline, it is the file, and no send. For an Idle there is one for each timer that fires. For a FileClose of a connection the only case is
	// the other direction.
	Cases []Case
}

// A Case is one case of a select.
type Case struct {
	Obj  Object // the channel; NoObject if it is nil
	Cap  int32  // its capacity, in values; of a file 0 if a timer is the deadline of its readers, 1 for its writers
	Send bool   // a send, not a receive
}

// Polls says whether op is a select with a default, which never blocks.
func (op *Op) Polls() bool { return op.Kind == Select && op.Arg == 1 }

// Joint says whether c, a transition of op, is joint: executed by two threads at once. The waiter that a CondSignal
// wakes executes nothing.
func (op *Op) Joint(c Choice) bool {
	return c.Partner != NoThread && (op.Kind == Send || op.Kind == Select)
}

// OnTicker says whether op is on the channel of a ticker, which fires, and holds up later timers, only while its channel is empty. So
// such an operation is on the clock as well.
func (op *Op) OnTicker() bool {
	return op.Clock != NoObject && (op.Kind == Send || op.Kind == Recv || op.Kind == Select)
}

// SendsOn says whether op sends on the channel o. A Select does if one of its cases does.
func (op *Op) SendsOn(o Object) bool { return op.Kind == Send && op.Obj == o || op.hasCase(o, true) }

// ReceivesOn says whether op receives from the channel o. A Select does if one of its cases does.
func (op *Op) ReceivesOn(o Object) bool {
	return op.Kind == Recv && op.Obj == o || op.hasCase(o, false)
}

func (op *Op) hasCase(o Object, send bool) bool {
	for i := range op.Cases {
		if op.Cases[i].Obj == o && op.Cases[i].Send == send {
			return true
		}
	}
	return false
}

// Opposes says whether op is the other side of c, a case on a channel: it receives where c sends, or sends where c receives.
func (op *Op) Opposes(c *Case) bool {
	if c.Send {
		return op.ReceivesOn(c.Obj)
	}
	return op.SendsOn(c.Obj)
}

// CanPair says whether q, an operation of another thread, can be the partner of op in c, a case of op on an unbuffered
// channel. Two selects with a default never pair, because neither waits.
func (op *Op) CanPair(q *Op, c *Case) bool { return q.Opposes(c) && !(op.Polls() && q.Polls()) }

// CanBeDisabled says whether an event of another thread can disable a transition of op, other than by taking its
// partner. A CondSignal never blocks, but other events add and remove waiters, and so disable its alternatives.
func (op *Op) CanBeDisabled() bool {
	return op.Kind == CondSignal || op.Kind.Blocks() && op.Kind != CondWait && op.Kind != Never && !op.Barrier()
}

// SendsUnbuffered says whether op sends on some unbuffered channel. Only then can op be the sender of a joint transition. A nil
// channel in a Select does not count.
func (op *Op) SendsUnbuffered() bool {
	return op.Kind == Send && op.Cap == 0 || op.Kind == Select && op.hasUnbuffered(true)
}

// ReceivesUnbuffered is SendsUnbuffered for a receive.
func (op *Op) ReceivesUnbuffered() bool {
	return op.Kind == Recv && op.Cap == 0 || op.Kind == Select && op.hasUnbuffered(false)
}

// MeetsItself says whether two threads that stand before op can be the two sides of a joint transition.
func (op *Op) MeetsItself() bool {
	for i := range op.Cases {
		if c := &op.Cases[i]; op.Kind == Select && c.Obj != NoObject && c.Cap == 0 && op.CanPair(op, c) {
			return true
		}
	}
	return false
}

func (op *Op) hasUnbuffered(send bool) bool {
	for i := range op.Cases {
		if c := &op.Cases[i]; c.Obj != NoObject && c.Cap == 0 && c.Send == send {
			return true
		}
	}
	return false
}

// ByStatus says whether op has exactly one object, whose Status alone decides whether op is enabled. This excludes Select,
// CondWait, Send and Recv on an unbuffered channel, all operations on the clock, and those without an object.
func (op *Op) ByStatus() bool {
	switch op.Kind {
	case Select, CondWait:
		return false
	case Send, Recv:
		return op.Cap > 0
	}
	return op.Clock == NoObject && op.Obj != NoObject && len(op.Cases) == 0
}

// Set makes op a copy of p that shares no memory with p. It reuses the memory of op.Cases.
func (op *Op) Set(p *Op) {
	cases := append(op.Cases[:0], p.Cases...)
	*op = *p
	op.Cases = cases
}

// Steady says whether op is as a read or a write of memory, and of nothing else: an atomic operation, a plain access, a method of a
// sync.Map, of a sync.Pool or of a test, a section, or an operation on what the system keeps. No event of another thread disables it, and it
// disables nothing.
func (op *Op) Steady() bool {
	return op.Clock == NoObject && (Load <= op.Kind && op.Kind <= Write || op.Kind == MapRead || op.Kind == MapWrite ||
		TestUse <= op.Kind && op.Kind <= SystemWrite || ReadSection <= op.Kind && op.Kind <= WriteSection)
}

// Touches says whether o is an object of op: its Obj, its Clock or the channel of a case.
func (op *Op) Touches(o Object) bool {
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

// Equal says whether op and p are equal in every field.
func (op *Op) Equal(p *Op) bool {
	return op.Kind == p.Kind && op.Obj == p.Obj && op.Clock == p.Clock && op.Arg == p.Arg && op.Cap == p.Cap && slices.Equal(op.Cases, p.Cases)
}
