package model

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

// A RaceStepKind is a kind of RaceStep.
type RaceStepKind uint8

// The kinds of steps.
const (
	RaceAccess RaceStepKind = iota
	RaceJoin                // To knows what From knows as well
	RaceCopy                // To knows what From knows, and nothing else
)
