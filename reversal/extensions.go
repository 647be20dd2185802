package reversal

import "heddle/trace"

// Extensions are Reversals for the unfolding: the conflicting extensions of an execution, as a configuration, and of its prefixes. For the
// transitions that e disables, only the events that happen before e take the place of pre(E, e), and u is taken from all others that do not
// happen after e. So what they show, except the order of a sequence, depends on the trace alone, not on which of its executions E is: each
// transition that an event disables is shown after every past that it can have. The sequences may be labelled, nothing else.
type Extensions struct{ reversals *Reversals }

// NewExtensions returns an Extensions for the executions that x will hold.
func NewExtensions(x *trace.Execution) *Extensions { return &Extensions{NewReversals(x)} }

// Each is that of Reversals.
func (x *Extensions) Each(visit func(*Sequence)) { x.reversals.each(visit, x.disabled) }

// disabled shows what e disables with nothing before e but what happens before it.
func (x *Extensions) disabled() {
	r := x.reversals
	r.notdep.beginEarly()
	r.disabled.by()
	r.notdep.endEarly()
}
