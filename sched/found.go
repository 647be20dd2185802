package sched

import "heddle/model"

// Some objects exist before an execution begins: those of package-level variables, and those that the standard library shares (the closed
// channel of contexts that were cancelled before Done was called). No event brought them into their state, so algorithms are told it.

// noteFound reads the object that the pending operation of t has just named.
func noteFound(r *runtime, t *thread) {
	if found := gates[t.op.Kind].found; found != nil {
		f := found(t)
		f.Obj = t.op.Obj
		keepFound(r, f)
	}
}

// keepFound tells the algorithm of f, unless the object is as if new.
func keepFound(r *runtime, f model.Found) {
	if f.N != 0 || f.Taken || f.Closed {
		r.algorithm.state.Found = append(r.algorithm.state.Found, f)
	}
}
