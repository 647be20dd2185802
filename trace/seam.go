package trace

import "slices"

// A Thread is the name of one thread: a goroutine, or the timer whose firings are events of their own. Names are interned (see
// Names): the n-th child of the same parent has the same name in every execution of one program. The test function is thread 0.
type Thread int32

// NoThread stands where a choice has no second thread.
const NoThread Thread = -1

// A Choice names one transition that a state offers: a thread, and which of the alternatives of its pending operation it takes.
//
// The n-th operation of a thread together with Case, Partner and PartnerCase names the same transition in every execution in
// which it is offered. Choices are comparable.
type Choice struct {
	Thread Thread
	// Partner is the other thread of a joint event: the receiver of an unbuffered send, or the waiter that a Signal wakes.
	// NoThread otherwise. A joint event of a sender and a receiver is always offered by the sender, never by the receiver.
	Partner Thread
	// Case is the case that a Select takes (-1 the default), the branch that a Pick takes, and 0 for all others.
	Case int16
	// PartnerCase is the case that the partner's Select takes in a joint event; 0 when the partner is no Select.
	PartnerCase int16
}

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

// A Memory tells the states of one exploration apart, for algorithms that remember them. It speaks of the state that is shown.
// A thread's local state is all that decides what it does next but the state of what other threads can reach.
type Memory interface {
	// Global is a hash of everything that more than one thread can reach: of every object, and of the clock.
	Global() Hash
	// Change is what the newest transition did to the local state of t, which took part in it or was started by it.
	Change(t Thread) Change
}

// A RaceMemory is the Memory of a program that looks for data races. Which accesses are ordered is no part of the state that Global and
// Change tell apart; an algorithm that gives up an execution in a state that it knows must ask whether it gives up a race.
// Knowers, threads among them, and words have numbers that hold for the whole exploration.
type RaceMemory interface {
	Memory
	// RaceSteps are the steps of the race detector in the newest transition, oldest first; before the first one, those up to
	// there. It must be called in every state that the program shows, and is valid until the next call.
	RaceSteps() []NumberedStep
	// Ordered says whether one of the knowers at least knows each access so far that a would race with.
	Ordered(a *NumberedAccess) bool
}

// A NumberedStep is a RaceStep, with numbers.
type NumberedStep struct {
	Kind     RaceStepKind
	To, From int32 // From is -1 for Nobody
	// Word, Mask and Write are those of an access.
	Word  int32
	Mask  uint8
	Write bool
}

// A NumberedAccess is an access that is ahead, and who of those that have a clock now will be known to its thread then.
type NumberedAccess struct {
	Word    int32
	Mask    uint8
	Write   bool
	Knowers []int32
}

// A Hash is 128 bits that are equal for equal contents, and different for others but by accident.
type Hash [2]uint64

// A Change is what happened to the local state of one thread: the δ of Yang, Chen, Gopalakrishnan, Kirby, SPIN 2008.
type Change struct {
	Kind ChangeKind
	// Hash is that of what is new: for Changed, equal changes of equal local states must give equal local states.
	Hash Hash
	// PC tells apart where the thread can stand in one local state. It may be the number of operations that the thread has
	// executed.
	PC uint64
}

// A ChangeKind says what is known of a change.
type ChangeKind uint8

// The kinds of changes. The first change of a thread counts from the local state that its parent had when it started it.
const (
	Unknown   ChangeKind = iota // the new local state may be any
	Unchanged                   // it is the old one
	Changed                     // it is the old one with Change.Hash
	Replaced                    // it is what Change.Hash says, whatever the old one was
)

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

// A Program is what is explored: sched runs Go tests, prog runs toy programs.
type Program interface {
	// Run executes the program once from its initial state. It first takes the transitions of prefix, with no call of next
	// in between, then calls next at every state, the last one included (in which no Pending has an alternative), and takes
	// the transition that next returns. It stops when next returns false, or when the execution is maximal.
	//
	// A transition of prefix that the state does not offer ends the execution with Outcome.Diverged set.
	Run(prefix []Choice, next func(*State) (Choice, bool)) Outcome
}

// An Outcome is how one execution ended.
type Outcome struct {
	// Maximal says that no thread could go on: the execution is complete.
	Maximal bool
	// Failed says that the execution shows a failure; the program knows which.
	Failed bool
	// Diverged says that prefix could not be followed, and Steps is the number of transitions taken before that.
	Diverged bool
	// CutShort says that the program's bound on steps ended the execution.
	CutShort bool
	// Steps is the number of transitions taken, prefix included.
	Steps int
}
