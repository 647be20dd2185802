package search

import (
	"heddle/model"
	"heddle/trace"
)

// A Transition is one that a state on the stack offers, with its mark.
type Transition struct {
	trace.Transition
	Mark Mark
}

// A Mark says what is known about a transition in one state.
type Mark uint8

const (
	Backtrack Mark = 1 << iota // it is in the state's backtrack set: it is, or will be, explored from this state
	Done                       // it has been explored
	Asleep                     // it is in the state's sleep set: it need not be explored
)

// Index is the index of the transition with choice c, or -1.
func Index(transitions []Transition, c model.Choice) int {
	for i := range transitions {
		if transitions[i].Choice == c {
			return i
		}
	}
	return -1
}
