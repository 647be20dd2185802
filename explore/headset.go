package explore

import (
	"heddle/model"
	"heddle/reversal"
)

// The head sets D of the paper: with each [phi], the heads executed since of schedules that phi is about. They precede a read schedule
// S_i on the way to where S was found, and what happens after such a head was found before S (case C of Proposition 1, which asks of the
// schedules before S_i, k < i, that they happen before it). All of S' happens before its head: it precedes S if D holds anything.

// atSchedule is UpdSE where a schedule S_i begins on the way, whose last event is phi's event end. It says whether S' precedes S if that is
// decided here.
func (s *pop) atSchedule(v *reversal.Remainder, t model.Thread, phi *schedExpr, end int) (before, decided bool) {
	r, head := phi.ends[end], &phi.deeds[end]
	switch {
	case !r.e.Op.Steady(): // all that avoid r.e are in the order of names
		if v.Begins(&r.e) {
			return false, true
		}
		return s.x.Names().Before(t, phi.choices[len(phi.choices)-1].Thread), true
	case r.expr != nil && s.inHeadSet(v, r, head.Thread):
		return true, true
	}
	// Freshness: e_i happens before the head of S', or S' is found, later, without S_i.
	return false, !v.Holds(head)
}

// inHeadSet says whether D holds anything for S_i, which reverses r: whether S' holds a schedule that precedes it. The head of S_i is one of thread
// own.
func (s *pop) inHeadSet(v *reversal.Remainder, r *reversedRace, own model.Thread) bool {
	w := s.sequence()
	defer s.release()
	return v.First(&r.e, w, func(t model.Thread) bool { return t != own && s.updSE(w, t, r.expr) })
}

// sequence is one more Sequence to work with, until release is called.
func (s *pop) sequence() *reversal.Remainder {
	if s.used == len(s.sequences) {
		s.sequences = append(s.sequences, new(reversal.Remainder))
	}
	s.used++
	return s.sequences[s.used-1]
}

func (s *pop) release() { s.used-- }
