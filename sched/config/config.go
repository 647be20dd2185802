// Package config says how package sched runs a program.
package config

import (
	"heddle/model"
	"heddle/result"
	"heddle/sched/state"
)

// A PlainMode says what is done with plain memory accesses.
type PlainMode uint8

const (
	PlainRace    PlainMode = iota // look for data races
	PlainExplore                  // make them visible operations as well
	PlainOff                      // nothing
)

// A Config says how a Program runs. It has more than 15 fields because the agent decides as much.
type Config struct {
	// Body is called before every execution, unmanaged, and returns the function of thread 0. The first kept transitions of the execution
	// are those of the execution before.
	Body func(kept int) func()
	// Private, when not nil, is called after Body. It returns a channel whose operations are no events.
	Private func() uintptr

	Plain PlainMode
	// Delay returns how long a runnable goroutine may be kept from running in the next execution, in nanoseconds; negative for no limit
	// (package clock).
	Delay       func() int64
	Late        int64 // the delay that Program.HoldsUp asks about, likewise; 0 to ask nothing
	MaxSteps    int   // the most transitions of an execution; 0 for no limit
	IgnoreLeaks bool  // leaked goroutines are no failure
	// States, when not nil, is the static memory that states contain. It must not change.
	States *state.Statics
	// Matches asks for a Memory for each State. There must be States.
	Matches bool
	// Held, when not nil, is called after Body if there are States. What it returns, and all that is reached from it, is state as well.
	Held func() []any
	// Changed, when not nil, reports whether the execution has changed what is not memory, such as files. From then on its states have no
	// Memory.
	Changed func() bool
	// Exact makes the Memory of each State write the state down as well, for tests (GlobalState, LocalState).
	Exact bool
	// Doubts are what earlier executions have shown: see Program.Doubts.
	Doubts result.Doubts
	// Alike means that goroutines that nothing tells apart begin in the order in which they were started (package alike).
	Alike bool
	// Balanced says that the Adds and the Dones of a WaitGroup are independent (model.Balanced). Then an execution in which their order may
	// decide whether there is a race sets Doubts.Counts.
	Balanced bool
	// Seed decides what chance decides. 0 is the same as 1.
	Seed int64
	// Chance are the sources of chance that are explored: words of -choices.
	Chance []string

	// StopAt, when not 0, is the step of a recorded execution before which Stop is called.
	StopAt int

	// OnChoice, when not nil, is called before every transition.
	OnChoice func(model.Choice)
	// OnEnd, when not nil, is called at the end of every maximal execution, before its goroutines end.
	OnEnd func()
}
