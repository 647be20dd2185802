package trace

import "heddle/model"

// follows says whether the event with touch n depends on the one with t, which is older and opposite, on a channel of this
// capacity.
func (n *touch) follows(t *touch, capacity int32) bool {
	if n.role == model.RecvValue {
		return n.before.Received() >= t.before.Sent // the k-th Recv after the n-th Send, n <= k
	}
	return t.before.Received() < n.before.Sent-capacity+1 // the n-th Send after the k-th Recv, k <= n - capacity
}

// touchRefined gives the touch n, which is about to be made, its role, and gathers its predecessors.
func (x *Execution) touchRefined(n *touch, a model.Action) {
	rel := x.relation
	value := x.valueNow(n.object)
	x.found = append(x.found, value)
	n.role = model.Finding{Status: n.before, Value: value}.Role(n.role, a)
	if n.skip >= 0 && rel.Alike(x.touches[n.skip].role, n.role) {
		n.skip = x.touches[n.skip].skip
	}
	same, other := false, false // the newest Send and the newest Recv that it depends on have been found
	for k := n.prior; k >= 0; {
		t := &x.touches[k]
		across := model.Opposite(n.role, t.role)
		switch {
		case rel.Dependent(n.role, t.role) && !(across && !n.follows(t, a.Cap)):
			x.preds = append(x.preds, t.event)
			same, other = same || n.role == t.role, other || across
			if rel.Full(t.role) || t.event < x.barrier || same && other {
				return
			}
			k = t.prior
		case !across && rel.Alike(n.role, t.role):
			k = t.skip
		default:
			k = t.prior
		}
	}
}

// ordered says whether event f, which is older, happens before e because of what they do to one object.
func (x *Execution) orderedRefined(f, e *event) bool {
	of := func(g *event) (list []touch) {
		for k := g.touch; int(k) < len(x.touches) && &x.events[x.touches[k].event] == g; k++ {
			list = append(list, x.touches[k])
		}
		return list
	}
	for _, t := range of(f) {
		for _, n := range of(e) {
			if t.object == n.object && x.relation.Dependent(n.role, t.role) &&
				!(model.Opposite(n.role, t.role) && !n.follows(&t, x.ops[e.Op].op.Cap)) {
				return true
			}
		}
	}
	return false
}

// valueNow is the value of the atomic variable o in the newest state, if an operation on it is pending.
func (x *Execution) valueNow(o model.Object) int64 {
	n := len(x.events)
	to := int(x.states[n].waiting)
	for i := to - len(x.pending(n)); i < to; i++ {
		if p := &x.ops[x.waiting[i]].op; p.Obj == o && p.Kind <= model.CAS {
			return x.values[i]
		}
	}
	return 0
}
