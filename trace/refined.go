package trace

import "heddle/model"

// touchRefined gives the touch n, which is about to be made, its role, and gathers its predecessors.
func (x *Execution) touchRefined(n *Touch, a model.Action) {
	rel := x.relation
	value := x.value(n.Object)
	x.found = append(x.found, value)
	n.Role = model.Finding{Status: n.Before, Value: value}.Role(n.Role, a)
	if n.Skip >= 0 && rel.Alike(x.touches[n.Skip].Role, n.Role) {
		n.Skip = x.touches[n.Skip].Skip
	}
	same, other := false, false // the newest Send and the newest Recv that it depends on have been found
	for k := n.Prior; k >= 0; {
		t := &x.touches[k]
		across := model.Opposite(n.Role, t.Role)
		switch {
		case rel.Dependent(n.Role, t.Role) && !(across && !n.Follows(t, a.Cap)):
			x.preds = append(x.preds, t.Event)
			same, other = same || n.Role == t.Role, other || across
			if rel.Full(t.Role) || t.Event < x.barrier || same && other {
				return
			}
			k = t.Prior
		case !across && rel.Alike(n.Role, t.Role):
			k = t.Skip
		default:
			k = t.Prior
		}
	}
}

// ordered says whether event f, which is older, happens before e because of what they do to one object.
func (x *Execution) orderedRefined(f, e *Event) bool {
	of := func(g *Event) []Touch { return x.touches[g.Touches.From : g.Touches.From+g.Touches.N] }
	for _, t := range of(f) {
		for _, n := range of(e) {
			if t.Object == n.Object && x.relation.Dependent(n.Role, t.Role) &&
				!(model.Opposite(n.Role, t.Role) && !n.Follows(&t, x.ops[e.Op].Op.Cap)) {
				return true
			}
		}
	}
	return false
}
