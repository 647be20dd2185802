package pop

import "heddle/reversal"

// The conflict sets C of the paper: for each event of P, the events executed since that are in conflict with it, or happen after one
// that is. A schedule whose head is in such a set is found after a schedule that avoids the event (case B of Proposition 1). All of
// S' happens before its head. So the head is in C as soon as any event of S' is: as soon as the event of P is no weak initial of the rest
// of S'.

// updP is UpdP for d, one event of P. v is the rest of S'; updP takes d out of it. It returns whether S' precedes S because of d: because
// C holds the head of S', or because d was the last event of S' (case A).
func (s *ssChar) updP(v *reversal.Remainder, d *reversal.KeptEvent, past []int32) (block bool) {
	switch {
	case d.In(past): // d is in S: it is in S', too, or independent of all of S'. But after e it may depend on S' if it is the head of S
		if v.Holds(d) {
			v.Skip(d)
			return false
		}
		return s.x.Relation().Refined() && !v.Begins(d)
	case !v.Begins(d):
		return true
	}
	v.Execute(d.Choice, &d.Op)
	return v.Over()
}
