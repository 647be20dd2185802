package sched

import (
	"heddle/model"
	"heddle/sched/record"
)

// A prefix is what an execution must begin with, and how far it has come.
type prefix struct {
	choices []model.Choice
	taken   int    // transitions of the execution, beyond the prefix as well
	history []past // the transitions of this execution and, beyond taken, of the one before
	same    bool   // all transitions so far were those of the execution before

	divergence string // why the execution could not follow it; empty if it could
}

// past is what is remembered of a transition: the next execution, when it follows it, must find the same.
type past struct {
	choice model.Choice
	kind   model.Kind
	obj    model.Object
}

// begin makes ready for an execution.
func (p *prefix) begin(choices []model.Choice) {
	p.choices, p.taken, p.same, p.divergence = choices, 0, true, ""
}

// next returns the next transition of the prefix, and whether there is one.
func (p *prefix) next() (model.Choice, bool) {
	if p.taken < len(p.choices) {
		return p.choices[p.taken], true
	}
	return model.Choice{}, false
}

// asBefore reports whether c, a transition of the prefix, does what it did in the execution before, as long as that took the
// same transitions. It is about to execute op.
func (p *prefix) asBefore(c model.Choice, op *model.Op) bool {
	if !p.same || p.taken >= len(p.history) || p.history[p.taken].choice != c {
		p.same = false
		return true
	}
	return p.history[p.taken].kind == op.Kind && p.history[p.taken].obj == op.Obj
}

// remember notes the transition that was counted last.
func (p *prefix) remember(c model.Choice, op *model.Op) {
	p.history = append(p.history[:p.taken-1], past{c, op.Kind, op.Obj})
}

// diverge notes why the execution cannot take c, the next transition of the prefix, whose thread is t or does not exist.
func (p *prefix) diverge(path string, t *thread) {
	switch {
	case t == nil:
		p.divergence = "goroutine " + path + " should go on, and there is none"
	case t.state != pending:
		p.divergence = "goroutine " + path + " should go on, and has ended"
	case p.same && p.taken < len(p.history) && p.history[p.taken].kind != t.op.Kind:
		p.divergence = "goroutine " + path + " stands before " + record.OpNames[t.op.Kind] + " and stood before " +
			record.OpNames[p.history[p.taken].kind]
	default:
		p.divergence = "goroutine " + path + " cannot go on as it did: it stands before " + record.OpNames[t.op.Kind]
	}
}
