package unfold

import "heddle/model"

// A Label says what one event is: its transition, and what orders it with other events. It is what names the event.
type Label struct {
	model.Choice
	Joint bool
	// Past are events that happen before it, as numbers of the configuration: each event that does is one of them, or happens before
	// one of them. In no order, and some more than once.
	Past    []int32
	Effects []Effect
}

// An Effect is what an event does to one object.
type Effect struct {
	Object model.Object
	Role   model.Role
	// Delta is what a Done adds to a WaitGroup's counter; 0 for all other operations.
	Delta int32
	// Floor is the WaitGroup's counter after the newest event so far that is dependent with whatever is done to the WaitGroup. The
	// event itself counts if it is such.
	Floor int32
}

// Affects says whether the event does something to o.
func (l *Label) Affects(o model.Object) bool {
	for i := range l.Effects {
		if l.Effects[i].Object == o {
			return true
		}
	}
	return false
}
