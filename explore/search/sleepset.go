package search

import "fmt"

// Inherit marks the transitions in the sleep set of the newest state, given the state before it.
//
// The sleep set of a state holds transitions that need not be explored from it: what follows them was explored from an earlier
// state, and every event since is independent of them. A transition that sleeps in a state, or was explored from it, sleeps in the next
// state unless the event between them is dependent with it or is one of its threads'.
//
// A sleep set holds transitions, not threads: when a send to one receiver sleeps, the send to another receiver is awake.
func (s *Stack) Inherit() {
	last := s.Len() - 1
	if last == 0 {
		return
	}
	above, offered := s.Offered(last-1), s.Top()
	k := 0
	for i := range above {
		t := &above[i]
		if t.Mark&(Asleep|Done) == 0 || s.x.Wakes(&t.Transition) {
			continue
		}
		// Both lists are in the order of the threads' start, and in a fixed order within a thread.
		j := k
		for j < len(offered) && offered[j].Choice != t.Choice {
			j++
		}
		if j < len(offered) {
			offered[j].Mark |= Asleep
			k = j + 1
		} else if Checking {
			// Invariant: an independent event does not disable a transition.
			panic(fmt.Sprintf("explore: sleep set: %v is not offered any more at event %d", t.Choice, last))
		}
	}
}
