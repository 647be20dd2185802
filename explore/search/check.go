package search

import "fmt"

// Checking makes every explorer check its invariants at every step. Tests switch it on.
var Checking = false

// check panics if an invariant of the stack does not hold. It is called between Push and Take.
func (s *Stack) check() {
	broken := func(n int, what string, args ...any) {
		panic(fmt.Sprintf("explore: stack: %s at event %d", fmt.Sprintf(what, args...), n))
	}
	if n := len(s.nodes); n != s.x.Len()+1 {
		broken(s.x.Len(), "%d states", n)
	}
	end := int32(0)
	for n := range s.nodes {
		node := &s.nodes[n]
		if node.from != end {
			broken(n, "the transitions of the states lie apart")
		}
		end = node.to
		if n == len(s.nodes)-1 {
			break
		}
		if node.taken < node.from || node.taken >= node.to {
			broken(n, "no transition was taken")
		}
		t := &s.transitions[node.taken]
		if t.Choice != s.x.Choices()[n] {
			broken(n, "the event is not the transition that was taken")
		}
		if t.Mark&(Done|Asleep) != 0 || t.Mark&Backtrack == 0 {
			broken(n, "a transition with mark %b was taken", t.Mark)
		}
	}
	if int(end) != len(s.transitions) {
		broken(len(s.nodes), "transitions of no state")
	}
}
