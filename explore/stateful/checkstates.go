package stateful

import (
	"fmt"
	"slices"

	"heddle/model"
)

// An exact memory knows its whole state, not only a hash of what it shows of it: it writes down equal texts for equal states, and for
// no others.
type exact interface {
	GlobalState() string
	LocalState(t model.Thread) string
}

// write writes down the newest state. The local state of a thread that did not move is as it was when the thread moved: an execution
// that follows the same prefix again may find something else left over on the thread's stack.
func (s *stateful) write(state *model.State, memory exact) string {
	text := fmt.Sprintf("%q", memory.GlobalState())
	var locals []string
	for i := range state.Pending {
		t := state.Pending[i].Thread
		locals = append(locals, fmt.Sprintf("%d: %q", t, s.locals.of(t).text))
	}
	slices.Sort(locals)
	return fmt.Sprint(text, locals)
}

// A comparison holds, while checking or if Options.Exact is set, abstract states against true ones.
type comparison struct {
	known map[model.Hash]string
	true  map[string]bool
}

// compare panics if the newest state is told by an abstract state that stood for another one.
func (s *stateful) compare(key model.Hash, shown *model.State, memory model.Memory) {
	m, ok := memory.(exact)
	if !ok {
		return
	}
	if s.comparison.known == nil {
		s.comparison = comparison{map[model.Hash]string{}, map[string]bool{}}
	}
	state := s.write(shown, m)
	// Invariant: equal abstract states are equal states (Theorem 1).
	if old, ok := s.comparison.known[key]; ok && old != state {
		panic(fmt.Sprintf("explore: stateful: one abstract state for %q and %q at event %d", old, state, s.x.Len()))
	}
	s.comparison.known[key] = state
	s.comparison.true[state] = true
}
