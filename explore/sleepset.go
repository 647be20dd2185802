package explore

import "fmt"

// The sleep set of a state holds transitions that need not be explored from it: what follows them was explored from a state
// before, and every event since is independent of them. Here it is the set of the state's transitions that are marked
// asleep.
//
// A transition that slept or was explored in one state sleeps in the next one, unless the event between them is dependent
// with it or takes one of its threads. It is a transition that sleeps, not a thread: a send that sleeps with one receiver is
// awake with another.

// inherit marks the transitions of the newest state that are asleep, given the state before it.
func (s *stack) inherit() {
	last := len(s.nodes) - 1
	if last == 0 {
		return
	}
	above, alts := s.of(last-1), s.of(last)
	k := 0
	for i := range above {
		a := &above[i]
		if a.mark&(asleep|done) == 0 || s.x.Wakes(&a.Transition) {
			continue
		}
		// Both lists are in the order of the threads' start, and in a fixed order within a thread.
		j := k
		for j < len(alts) && alts[j].Choice != a.Choice {
			j++
		}
		if j < len(alts) {
			alts[j].mark |= asleep
			k = j + 1
		} else if checking {
			// Invariant: an independent event does not disable a transition.
			panic(fmt.Sprintf("explore: sleep set: %v is not offered any more at event %d", a.Choice, last))
		}
	}
}
