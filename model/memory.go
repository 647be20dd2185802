package model

// A Memory tells the states of one exploration apart, for algorithms that remember them. Its methods are about the
// state that the program shows. The global state is everything that more than one thread can reach. The local state of
// a thread is everything else that decides what the thread does next.
type Memory interface {
	// Global is a hash of the global state: of every object, and of the clock.
	Global() Hash
	// Change is what the newest transition did to the local state of t, a thread that took part in it or was started by
	// it.
	Change(t Thread) Change
}

// A RaceMemory is the Memory of a program that looks for data races. Global and Change ignore which accesses are
// ordered. Before an algorithm gives up an execution in a known state, it must therefore ask Ordered whether it gives
// up a data race.
//
// A knower has a vector clock in the race detector: a thread, an object, or a slot (datarace.Knower). It knows the
// accesses that happen before its clock. Knowers and words of memory have numbers that are valid for the whole
// exploration.
type RaceMemory interface {
	Memory
	// RaceSteps are the steps of the race detector during the newest transition, oldest first; in the first state, all
	// steps so far. It must be called in every state that the program shows. The result is valid until the next call.
	RaceSteps() []NumberedStep
	// Ordered says whether each access so far that a could race with is known to at least one of a.Knowers.
	Ordered(a *NumberedAccess) bool
}

// A NumberedStep is one step of the race detector, with numbers for its knowers and its word.
type NumberedStep struct {
	Kind     StepKind
	To, From int32 // knowers; From is -1 if there is none
	// Word, Mask, Write and Atomic are those of a StepAccess by To: the word of eight bytes, a bit for each byte of it, and
	// whether the access is a write, and atomic.
	Word   int32
	Mask   uint8
	Write  bool
	Atomic bool
}

// A NumberedAccess is an access that may still come. Knowers are those whose present clocks the thread will know by
// then.
type NumberedAccess struct {
	Word    int32
	Mask    uint8
	Write   bool
	Atomic  bool
	Knowers []int32
}

// A Change is what happened to the local state of one thread: the δ of Yang, Chen, Gopalakrishnan, Kirby, SPIN 2008.
type Change struct {
	Kind ChangeKind
	// Hash is the hash of the change, or of the new state: see Kind. Equal changes of equal local states must give
	// equal local states.
	Hash Hash
	// PC tells apart the places in the program at which the thread can be in one local state. It may be the number of
	// operations that the thread has executed.
	PC uint64
}

// A ChangeKind says what is known about a change.
type ChangeKind uint8

// The kinds of changes. The first change of a thread is relative to the local state of its parent when it started the
// thread.
const (
	Unknown   ChangeKind = iota // the new local state may be any
	Unchanged                   // the new local state is the old one
	Changed                     // the new local state is the old one after the change Change.Hash
	Replaced                    // the new local state is Change.Hash, whatever the old one was
)

// A RaceStepKind is what a step of the race detector does.
type StepKind uint8

// The kinds of steps.
const (
	StepAccess StepKind = iota // To accesses a word
	StepJoin                   // To now knows what From knows as well
	StepCopy                   // To now knows what From knows, and nothing else
)
