package search

import "fmt"

// Checking makes every explorer check its invariants at every step. Tests switch it on.
var Checking = false

// check panics if an invariant of the stack does not hold. It is called between Push and Take.
func (s *Stack) check() {
	broken := func(n int, what string, args ...any) {
		panic(fmt.Sprintf("explore: stack: %s at event %d", fmt.Sprintf(what, args...), n))
	}
	if n := s.Len(); n != s.x.Len()+1 {
		broken(s.x.Len(), "%d states", n)
	}
	end := int32(0)
	for n := range s.Len() {
		node := s.nodes.At(int32(n))
		if node.from < end {
			broken(n, "two states share transitions")
		}
		end = node.from + node.n
		if n == s.Len()-1 {
			break
		}
		i := Index(s.Offered(n), s.x.Event(int32(n)).Choice)
		if i < 0 {
			broken(n, "the event is none of the transitions that the state offers")
		}
		t := &s.Offered(n)[i]
		if t.Mark&(Done|Asleep) != 0 || t.Mark&Backtrack == 0 {
			broken(n, "a transition with mark %b was taken", t.Mark)
		}
	}
	if end != s.transitions.Len() {
		broken(s.Len(), "transitions of no state")
	}
}
