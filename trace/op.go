package trace

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
