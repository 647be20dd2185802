package model

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
