package trace

import "heddle/model"

// touchRefined is touch under Refined: it gives n, the new touch, its role, and gathers the events that it depends on.
func (s *effects) touchRefined(n *Touch, a model.Action) {
	rel := s.relation
	value := s.states.values.of(n.Object)
	s.found = append(s.found, value)
	n.Role = model.ObjectState{Status: n.Before(), Value: value}.Role(n.Role, a)
	if n.Skip >= 0 && rel.Alike(s.touches.At(n.Skip).Role, n.Role) {
		n.Skip = s.touches.At(n.Skip).Skip
	}
	same, other := false, false // the newest Send and the newest Recv that it depends on have been found
	first := len(s.preds)
	for k := n.Prior; k >= 0; {
		t := s.touches.At(k)
		across := model.Opposite(n.Role, t.Role)
		switch {
		case rel.Dependent(n.Role, t.Role) && !(across && !n.Follows(t, a.Cap)):
			s.preds = append(s.preds, t.Event)
			same, other = same || n.Role == t.Role, other || across
			if rel.Full(t.Role) || t.Event < s.barrier || same && other || n.Role == model.Role(model.WGAdd) && n.Role == t.Role {
				return
			}
			k = t.Prior
		case !across && rel.Alike(n.Role, t.Role):
			if rel.Balanced() && len(s.preds) > first && (n.Role.Counts() || n.Role == model.Role(model.WGWait)) {
				return // all older ones that it depends on happen before t, and t before those that have been found
			}
			k = t.Skip
		default:
			k = t.Prior
		}
	}
}
