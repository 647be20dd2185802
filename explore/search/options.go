package search

import (
	"time"

	"heddle/model"
)

// Options bound an exploration. The zero value of every field but Preemptions means no bound.
type Options struct {
	// Names are the names that the program gives its threads. They must be the program's own.
	Names      *model.Names
	Dependence model.Dependence
	// MaxExecutions bounds the executions run, blocked ones included.
	MaxExecutions int
	// Deadline is when no further step is taken.
	Deadline time.Time
	// Preemptions bounds the preemptions of one execution: steps that take another thread while the thread of the step before
	// is enabled and awake. Negative for no bound.
	Preemptions int
	// Seed is what the random choices of a sampler follow from: the same seed, the same executions.
	Seed int64
	// K is the depth of pct, and the k of quasi; 0 for the algorithm's own default.
	K int
	// MaxMemory bounds the bytes in which stateful keeps states; 0 for no bound. When it is reached, exploration goes on with the
	// states that it knows.
	MaxMemory int64
	// Exact makes stateful compare states that it takes for one in full, if the program can write them down: for tests.
	Exact bool
}
