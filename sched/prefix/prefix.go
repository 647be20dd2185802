// Package prefix holds what an execution must begin with: the transitions of an earlier execution, up to the one that the algorithm
// reverses. An execution that cannot follow its prefix diverges: the program depends on something that is not under control.
package prefix

import (
	"heddle/model"
	"heddle/sched/record"
	"heddle/trace/pages"
)

// A Prefix is the prefix of the running execution, and how far the execution has come.
type Prefix struct {
	Taken      int    // transitions of the execution, also those beyond the prefix
	Kept       int    // the first transitions that the execution has in common with the one before, its last one not counted
	Divergence string // why the execution diverged; empty if it did not

	choices []model.Choice
	history pages.List[past] // the transitions of this execution and, from Taken on, of the one before
	same    bool             // all transitions so far were those of the execution before
}

// past is what is kept of a transition: the next execution must find the same when it follows it.
type past struct {
	choice model.Choice
	kind   model.Kind
	obj    model.Object
}

// Begin makes ready for an execution that must begin with choices.
func (p *Prefix) Begin(choices []model.Choice) {
	p.history.Truncate(min(int32(p.Taken), p.history.Len()))
	p.choices, p.Taken, p.same, p.Divergence = choices, 0, true, ""
	for p.Kept = 0; p.Kept < min(int(p.history.Len()), len(choices)-1) && p.past(p.Kept).choice == choices[p.Kept]; p.Kept++ {
	}
}

// past is transition i, which is in the history.
func (p *Prefix) past(i int) *past { return p.history.At(int32(i)) }

// End ends the prefix: the execution follows nothing from now on.
func (p *Prefix) End() { p.choices = nil }

// Next returns the next transition of the prefix. It returns false after the last one.
func (p *Prefix) Next() (model.Choice, bool) {
	if p.Taken < len(p.choices) {
		return p.choices[p.Taken], true
	}
	return model.Choice{}, false
}

// AsBefore reports whether c, the next transition, executes the same kind of operation on the same object as in the execution before.
// The answer is true when the two executions have not taken the same transitions. Op is the operation that c executes now.
func (p *Prefix) AsBefore(c model.Choice, op *model.Op) bool {
	if !p.same || p.Taken >= int(p.history.Len()) || p.past(p.Taken).choice != c {
		p.same = false
		return true
	}
	return p.past(p.Taken).kind == op.Kind && p.past(p.Taken).obj == op.Obj
}

// Remember keeps c, which executes op and is counted in Taken, for the next execution.
func (p *Prefix) Remember(c model.Choice, op *model.Op) {
	if now := (past{c, op.Kind, op.Obj}); p.Taken <= int(p.history.Len()) {
		*p.past(p.Taken - 1) = now
	} else {
		p.history.Push(now)
	}
}

// The goroutine of the next transition is named by its path.

// Missing notes that there is no such goroutine.
func (p *Prefix) Missing(path string) {
	p.Divergence = "goroutine " + path + " should go on, and there is none"
}

// Differs notes that the goroutine cannot take the transition: op is pending, or it has ended.
func (p *Prefix) Differs(path string, pending bool, op *model.Op) {
	if !pending {
		p.Divergence = "goroutine " + path + " should go on, and has ended"
		return
	}
	if p.same && p.Taken < int(p.history.Len()) && p.past(p.Taken).kind != op.Kind {
		p.Divergence = "goroutine " + path + " stands before " + record.OpNames[op.Kind] + " and stood before " +
			record.OpNames[p.past(p.Taken).kind]
		return
	}
	if p.same && p.Taken < int(p.history.Len()) && p.past(p.Taken).obj != op.Obj {
		p.Divergence = "goroutine " + path + " stands before " + record.OpNames[op.Kind] + " on another object than before"
		return
	}
	p.Divergence = "goroutine " + path + " cannot go on as it did: it stands before " + record.OpNames[op.Kind]
}
