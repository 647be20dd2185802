package model

// Balanced is Refined for programs in which no Done leaves the counter of a WaitGroup below zero. A counter that nothing fails on is a
// sum, so an Add and a Done are independent of one another, in every state, and so are two Dones. A Wait is dependent with all of them: it goes
// on where the sum is zero. (Two Adds are dependent, although they commute: POP needs an order among what can disable a Wait. Most programs have all Adds
// to a WaitGroup in one goroutine.) So what Waits see of a WaitGroup is ordered as before, and goroutines that are counted do not multiply the traces.
//
// The assumption is about all executions, and is checked in those that are explored. Call a trace balanced if none of its linearizations
// leaves a counter below zero.
//
//   - A trace is balanced if and only if its Dones can be matched: each gets as many units as its delta has, of Adds that happen before it,
//     or of what the counter was found with, and no unit is given twice. (A set of events that is closed under happens-before is a prefix of
//     a linearization. If the Dones are matched, those in the set have their units in the set. If they cannot be, then by Hall's theorem
//     there are Dones that need more units than there are in their pasts, and these pasts with these Dones are such a set.)
//   - Suppose that some execution of a program P leaves a counter below zero. Let Q be P, but with a Done that never fails and a counter
//     that may be negative. On Q, Balanced is valid without any assumption, so the exploration of Q reaches the trace of that execution, and
//     it is not balanced. The exploration of P does the same as that of Q, up to the first execution in which a Done fails: that
//     one is not balanced either.
//
// So an exploration in which every execution was balanced has relied on what is true. When one is not, the exploration begins again under
// Refined. That happens only for programs in which some Done does fail.
//
// trace.Balance matches. The tables are those of Refined with one pair of roles more, so the state has no say in this rule.
var balancing = [2]Role{Role(WGAdd), Role(WGDone)}

func newBalanced() *Relation {
	r := refinedBy(balancing)
	r.balanced = true
	return r
}

// Counts says whether r is the role of what changes the counter of a WaitGroup.
func (r Role) Counts() bool { return r == Role(WGAdd) || r == Role(WGDone) }
