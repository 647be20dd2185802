package search

import "heddle/model"

// Options bound an exploration. The zero value of every field but Preemptions means no bound.
type Options struct {
	// Names are the program's own names of its threads.
	Names      *model.Names
	Dependence model.Dependence
	// MaxExecutions bounds the executions run, blocked ones included.
	MaxExecutions int
	// Late, when not nil, reports whether the exploration must stop: its time is over.
	Late func() bool
	// Rest, if it is not nil, is called when an exploration ends that can be divided, and says whether Result.Rest is wanted. Its parts begin
	// with all that comes before them, so they are large after a long execution: size is an upper bound of the number of their transitions.
	Rest func(size int) bool
	// Preemptions bounds the preemptions of one execution: steps of another thread than the step before, while that thread
	// is enabled and awake. Negative for no bound.
	Preemptions int
	// Seed seeds the random choices of a sampler: the same seed, the same executions.
	Seed int64
	// K is the depth of pct, and the k of quasi; 0 for the algorithm's own default.
	K int
	// MaxMemory bounds the bytes that the states of stateful take; 0 for no bound. When it is reached, exploration goes on without
	// keeping more states.
	MaxMemory int64
	// Delays, if not nil, is for explorations that may run some executions with delays although the others have none.
	Delays Delays
	// Exact makes stateful compare states in full that have the same abstract state, if the program can write them down. For tests.
	Exact bool
}

// Delays decide whether timers may fire in an execution while something can run.
type Delays interface {
	// Matter reports whether that makes a difference, as far as the executions so far have shown.
	Matter() bool
	// Set makes the executions from now on those with delays, or those without.
	Set(on bool)
}
