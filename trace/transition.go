package trace

import "heddle/model"

// A Transition is a model.Choice with the numbers of the operations that it executes: Execution.OpAt gives the operations.
type Transition struct {
	model.Choice
	Op        int32
	PartnerOp int32 // the partner's operation if the transition is joint, else -1
}

// Joint says whether the transition executes operations of two threads.
func (t *Transition) Joint() bool { return t.PartnerOp >= 0 }

// Takes says whether t is a transition of thread u, alone or with another thread.
func (t *Transition) Takes(u model.Thread) bool {
	return t.Thread == u || t.PartnerOp >= 0 && t.Partner == u
}

// Shares says whether t and u are transitions of a common thread.
func (t *Transition) Shares(u *Transition) bool {
	return u.Takes(t.Thread) || t.PartnerOp >= 0 && u.Takes(t.Partner)
}
