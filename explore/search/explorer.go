package search

import "heddle/model"

// An Explorer is one algorithm that explores one program.
type Explorer interface {
	// Next is called at every new state. It returns the transition to take, or false to give the execution up or when there is
	// nothing to take.
	Next(*model.State) (model.Choice, bool)
	// Backtrack is called when an execution has ended, which may have been given up or cut off by a bound. It returns the
	// transitions with which the next one starts, the last of which is new, or false when there is none. They are valid until
	// the next call.
	Backtrack() ([]model.Choice, bool)
	Standing() Standing
}

// A Standing is what only the explorer knows about the exploration so far.
type Standing struct {
	Cut       bool // a bound has cut something off
	Diverged  bool // the program has contradicted what it showed before
	Fallbacks int  // races for which all transitions of a state were added, for want of a better answer
	Visited
}

// Visited is what an explorer that keeps the states that it visits knows about them; zero for the others.
type Visited struct {
	States    int   // kept
	Revisited int   // executions given up in a state that was visited before
	Cycles    int   // of these, the executions that came back to a state of their own
	Memory    int64 // that the states take, in bytes
	Full      bool  // there was no memory for another state
}

// An Estimator is an Explorer that estimates how many traces the program has. That is zero if nothing is known yet.
type Estimator interface{ Estimate() Estimate }

// An Estimate is a number of traces, and an interval in which the truth is in nine of ten cases.
type Estimate struct{ Traces, Low, High float64 }

// A Sampler is an Explorer that runs some executions, one after the other and each from the start, and proves nothing: an exploration
// that samples is never complete.
type Sampler interface {
	// Note says in a sentence what was sampled.
	Note(Sampled) string
}

// Sampled is what a sampler has run.
type Sampled struct {
	Executions int
	Threads    int // the most in one execution
	Steps      int // of the longest execution
}

// A Listener is an Explorer that wants to know how executions end.
type Listener interface {
	// Ended is called when an execution has ended, before Backtrack.
	Ended(*model.Outcome)
}
