package pop

import (
	"heddle/model"
	"heddle/reversal"
)

// The head sets D of the paper: for each [phi], the heads executed since of schedules that phi is about. They precede a read schedule
// S_i on the path to where S was found, and what happens after such a head was found before S (case C of Proposition 1, which requires
// that the schedules before S_i, k < i, happen before it). All of S' happens before its head, so S' precedes S if D holds anything.

// atSchedule is UpdSE where a schedule S_i begins on the path; end is S_i's last event, one of phi's. It returns whether S' precedes S, if
// that is decided here.
func (s *ssChar) atSchedule(v *reversal.Remainder, t model.Thread, phi *schedExpr, end ending) (before, decided bool) {
	r, head := end.race, &phi.deeds[end.last]
	switch {
	case !r.e.Op.Steady(): // the schedules that avoid r.e are in the order of names
		if v.Begins(&r.e) {
			return false, true
		}
		return s.x.Names().Before(t, phi.choices[len(phi.choices)-1].Thread), true
	case r.expr != nil && s.inHeadSet(v, r, head):
		return true, true
	case r.expr == nil && v.Covers(&r.e):
		return s.x.Names().Before(t, head.Thread), true
	}
	// Freshness: e_i happens before the head of S', or S' is found, later, without S_i.
	return false, !v.Holds(head)
}

// inHeadSet says whether D holds anything for S_i, which reverses r: whether S' holds a schedule that precedes S_i. The head of S_i is own.
func (s *ssChar) inHeadSet(v *reversal.Remainder, r *reversedRace, own *reversal.KeptEvent) bool {
	w := s.sequence()
	defer s.release()
	s.reruns.learn(r.expr)
	after := &r.expr.deeds[len(r.expr.deeds)-1]
	return v.First(&r.e, after, w, func(t model.Thread) bool { return t != own.Thread && s.updSE(w, t, r.expr) })
}
