package sched

import "heddle/model"

// A gate is how one kind of operation behaves.
type gate struct {
	// enabled reports whether a pending operation can be executed; nil for those that always can.
	enabled func(t *thread) bool
	// alternatives appends the transitions that are offered, for kinds that can offer more than one; else nil.
	alternatives func(r *runtime, t *thread, to []model.Choice) []model.Choice
	// take is the engine's part of the execution; nil when all is done by Go's own code after the gate.
	take func(r *runtime, t *thread, c model.Choice)
	// shown returns the value that the operation has left, for a record; nil for those that leave none.
	shown func(t *thread) string
}

// gates says, for every kind, how it behaves; see gates.go.
var gates [model.NumKinds]gate
