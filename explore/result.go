package explore

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// A Result is what an exploration has done so far. It has more than 15 fields because it has all that is counted.
type Result struct {
	Executions int // complete ones
	Blocked    int // those given up because everything enabled was asleep, or model.Outcome.GivenUp
	Steps      int // in all executions
	// Transitions are the steps that were not replayed.
	Transitions int
	MaxSteps    int // of the longest one
	Threads     int // the most in one execution
	// Complete says that nothing is left to explore.
	Complete bool
	// Cut says that a bound, the program's own on steps included, cut something off.
	Cut bool
	// Refused says that the bound on preemptions did.
	Refused bool
	// Diverged is the 1-based step at which the program contradicted what it did before after the same prefix, or 0. This ends
	// the exploration.
	Diverged int
	// Visited is about the states that stateful keeps.
	search.Visited
	// Fallbacks counts the races for which all transitions of a state were added, for want of a better answer.
	Fallbacks int
	// Rest is what a bound on executions or time, or the visit function, has left to explore, by POP or Auto only, if Options.Rest wants it. The
	// executions of this Result and those of all parts of Rest are those of the whole exploration.
	Rest []Part
	// Probed is about what was run between the executions of a complete search, to find failures early and to estimate.
	Probed
	Survey Survey
	// Note says in a sentence what was sampled, or that an execution may never end.
	Note string
}

// Probed is about executions that are in no other count.
type Probed struct {
	Probes  int    // how many
	Covered string // in words what they have covered, if the exploration is not complete
	// Estimate is of the number of traces; zero if there is none.
	Estimate search.Estimate
}

// An Execution is one that has just ended. It is valid until the visit function returns.
type Execution struct {
	model.Outcome
	// Blocked says that the explorer gave the execution up: the complete ones that begin with it are equivalent to executions that
	// have been or will be explored.
	Blocked bool
	// Revisited says that the explorer gave the execution up because it came to a state that was visited before.
	Revisited bool
	// Probe says that the execution is one of Result.Probes.
	Probe bool
	// Result is the exploration's, this execution included.
	Result *Result
	// Abandon may be set by the function that visits the execution, if it returns false: nobody asks what is left to explore.
	Abandon bool

	trace    *trace.Execution
	explorer search.Explorer
	balance  *trace.Balance // of the trace whose balance was asked for last
	balances *trace.Execution
}

// Choices are the transitions taken, in order: the schedule that runs this execution again. They are overwritten by the next
// execution.
func (e *Execution) Choices() []model.Choice { return e.trace.Choices() }

// Size is an upper bound of the number of transitions in Result.Rest, if the exploration ended now; 0 if it cannot be divided.
func (e *Execution) Size() int {
	if s, ok := e.explorer.(divisible); ok {
		return s.Size()
	}
	return 0
}

// Unbalanced reports whether the exploration assumes that no Done leaves the counter of a WaitGroup below zero, and this execution, perhaps in
// another order of independent events, shows that one does (model.Balanced). The exploration is not valid then.
func (e *Execution) Unbalanced() bool {
	if !e.trace.Relation().Balanced() {
		return false
	}
	if e.balances != e.trace {
		e.balance, e.balances = trace.NewBalance(e.trace), e.trace
	}
	return !e.balance.Holds()
}

// Hash is the canonical hash of the execution's Mazurkiewicz trace.
func (e *Execution) Hash() uint64 { return e.trace.Hash() }

// Trace is the execution, event by event.
func (e *Execution) Trace() *trace.Execution { return e.trace }
