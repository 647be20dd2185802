package explore

import "heddle/reversal"

// The conflict sets C of the paper: with each event of P, the events executed since that are in conflict with it, or happen after one
// that is. A schedule the head of which is in such a set is found after a schedule that avoids the event (case B of Proposition 1). All of
// S' happens before its head, so the head is in C as soon as anything of S' is: as soon as the event of P is no weak initial of what is left of
// S'.

// updP is UpdP for one event of P, which it takes out of what is left of S', v: it says whether S' precedes S because of it. That is so
// if C holds the head of S', or the event was the last of S' (case A).
func (s *pop) updP(v *reversal.Remainder, d *reversal.KeptEvent, past []int32) (block bool) {
	switch {
	case d.In(past): // it is in S, which goes along with S', so S' holds it or has nothing to do with it
		if v.Holds(d) {
			v.Skip(d)
		}
		return false
	case !v.Begins(d):
		return true
	}
	v.Execute(d.Choice, &d.Op)
	return v.Over()
}
