package model

// A Program is what is explored: sched runs Go tests, prog runs toy programs.
type Program interface {
	// Run executes the program once from its initial state. It first takes the transitions of prefix, without calling
	// next. Then it calls next in every state, and takes the transition that next returns. In the last state of a
	// maximal execution no Pending has an alternative; Run calls next there as well. Run stops after that, or when next
	// returns false.
	//
	// A transition of prefix that the state does not offer ends the execution with Outcome.Diverged set.
	Run(prefix []Choice, next func(*State) (Choice, bool)) Outcome
}

// An Outcome is how one execution ended.
type Outcome struct {
	// Maximal means that no thread could go on: the execution is complete.
	Maximal bool
	// Failed means that the execution shows a failure. The program knows which.
	Failed bool
	// Diverged means that the program could not follow prefix. Steps is the number of transitions taken before that.
	Diverged bool
	// GivenUp means that a maximal execution is one only because a thread that polls has not looked again at what has changed. Others
	// show how it goes on.
	GivenUp bool
	// CutShort means that the program's bound on steps ended the execution.
	CutShort bool
	// Steps is the number of transitions taken, prefix included.
	Steps int
}
