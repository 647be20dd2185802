package stateful

import (
	"fmt"
	"slices"

	"heddle/model"
)

// An exactMemory knows its whole state, not only a hash of it: it writes equal texts for equal states, and for no others.
type exactMemory interface {
	GlobalState() string
	LocalState(t model.Thread) string
}

// A comparison compares abstract states with true ones: while checking, or if Options.Exact is set.
//
// Invariant: equal abstract states are equal states (Theorem 1).
type comparison struct {
	known map[model.Hash]string // the first true state that had this abstract state
}

// compare panics if the newest state, n, has an abstract state, key, that another true state had before.
func (c *comparison) compare(n int, key model.Hash, state string) {
	if c.known == nil {
		c.known = map[model.Hash]string{}
	}
	if old, ok := c.known[key]; ok && old != state {
		panic(fmt.Sprintf("explore: stateful: one abstract state for %q and %q at event %d", old, state, n))
	}
	c.known[key] = state
}

// trueState writes down a state. The local state of a thread that did not move is as it was when the thread moved: an execution
// that follows the same prefix again may find something else left over on the thread's stack.
func trueState(state *model.State, memory exactMemory, locals *localIDs) string {
	text := fmt.Sprintf("%q", memory.GlobalState())
	var threads []string
	for i := range state.Pending {
		t := state.Pending[i].Thread
		threads = append(threads, fmt.Sprintf("%d: %q", t, locals.of(t).text))
	}
	slices.Sort(threads)
	return fmt.Sprint(text, threads)
}
