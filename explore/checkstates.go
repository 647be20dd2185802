package explore

import (
	"fmt"

	"heddle/trace"
)

// An exact memory knows its whole state, not only a hash of what it shows of it.
type exact interface {
	// State writes down the whole state: equal texts for equal states, and for no others.
	State() string
}

// A comparison holds, while checking, abstract states against true ones.
type comparison struct {
	known map[trace.Hash]string
	true  map[string]bool
}

// compare panics if the newest state is told by an abstract state that stood for another one.
func (s *stateful) compare(key trace.Hash, memory trace.Memory) {
	m, ok := memory.(exact)
	if !ok {
		return
	}
	if s.comparison.known == nil {
		s.comparison = comparison{map[trace.Hash]string{}, map[string]bool{}}
	}
	state := m.State()
	// Invariant: equal abstract states are equal states (Theorem 1).
	if old, ok := s.comparison.known[key]; ok && old != state {
		panic(fmt.Sprintf("explore: stateful: one abstract state for %q and %q at event %d", old, state, s.x.Len()))
	}
	s.comparison.known[key] = state
	s.comparison.true[state] = true
}
