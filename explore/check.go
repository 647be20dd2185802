package explore

import "fmt"

// checking makes every explorer check its invariants at every step. Tests switch it on.
var checking = false

// check panics if the stack's invariants do not hold. Between push and take there is one node more than there are events.
func (s *stack) check(algorithm string) {
	broken := func(n int, what string, args ...any) {
		panic(fmt.Sprintf("explore: %s: %s at event %d", algorithm, fmt.Sprintf(what, args...), n))
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
		t := &s.alts[node.taken]
		if t.Choice != s.x.Choices()[n] {
			broken(n, "the event is not the transition that was taken")
		}
		if t.mark&(done|asleep) != 0 || t.mark&backtrack == 0 {
			broken(n, "a transition with mark %b was taken", t.mark)
		}
	}
	if int(end) != len(s.alts) {
		broken(len(s.nodes), "transitions of no state")
	}
}
