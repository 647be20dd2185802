package search

import (
	"heddle/model"
	"heddle/trace"
)

// A Front is the newest state of an execution with the transitions that it offers, for algorithms that never ask what an older one offered.
type Front struct {
	x        *trace.Execution
	top      []Transition // those of the newest state
	bound    bound
	diverged bool // see Diverge
}

// NewFront returns a Front of x.
func NewFront(x *trace.Execution, o Options) Front {
	return Front{x: x, bound: bound{preemptions: int32(o.Preemptions)}}
}

// Push makes the state after the newest event the front. It returns false if the state contradicts what the program showed before.
func (f *Front) Push(state *model.State) bool {
	n, ok := f.observe(state)
	for len(f.top) < n {
		f.top = append(f.top, Transition{})
	}
	f.top = f.top[:n]
	f.fill(state)
	return ok
}

// observe records the state. It returns the number of its transitions.
func (f *Front) observe(state *model.State) (n int, ok bool) {
	if !f.x.Observe(state) {
		f.diverged = true
		return 0, false
	}
	for i := range state.Pending {
		n += len(state.Pending[i].Alts)
	}
	return n, true
}

// fill makes f.top, which has the length, the transitions of the state.
func (f *Front) fill(state *model.State) {
	if len(f.top) == 0 {
		return
	}
	k, waiting := 0, f.x.Waiting()
	for i := range state.Pending {
		for _, c := range state.Pending[i].Alts {
			t := &f.top[k]
			t.Choice, t.Op, t.PartnerOp, t.Mark = c, waiting[i], -1, 0
			if c.Partner != model.NoThread && f.x.OpAt(t.Op).Joint(c) {
				t.PartnerOp = f.x.Reached(c.Partner)
			}
			k++
		}
	}
}

// Top returns the transitions that the newest state offers.
func (f *Front) Top() []Transition { return f.top }

// Take marks transition i of the newest state Backtrack and makes it the next event.
func (f *Front) Take(i int) model.Choice {
	f.bound.spend(f.x, f.top[i].Thread, f.top)
	t := &f.top[i]
	t.Mark |= Backtrack
	f.x.Append(t.Choice)
	return t.Choice
}

// Retake makes c the next event of an execution that has been cut back to a state from which another transition was taken before, and which
// offered c as well. It returns false if the bound refuses c.
func (f *Front) Retake(c model.Choice) bool {
	f.top = f.top[:0]
	if !f.bound.spendAgain(f.x, c.Thread) {
		return false
	}
	f.x.Append(c)
	return true
}

// Diverge notes that the program contradicts what it showed before: it does not offer a transition that it offered after the same
// prefix.
func (f *Front) Diverge() { f.diverged = true }

// Diverged says whether the program contradicted what it showed before.
func (f *Front) Diverged() bool { return f.diverged }

// Standing is that of Explorer.
func (f *Front) Standing() Standing { return Standing{Cut: f.bound.refused, Diverged: f.diverged} }
