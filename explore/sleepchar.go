package explore

import "heddle/reversal"

// The parsimonious characterisation of sleep sets, section 4.3 of the paper on POP. Of two transitions that are in conflict with e, leave
// it enabled and are independent of one another, either can be the head of the schedule that comes first, and every trace in which both
// stand before e would be explored twice. The paper calls such transitions reads on x, and e a write on x. So the read schedules of e
// are put in an order, and after one of them those that precede it sleep, until something in conflict with e has been executed.
//
// The order is the paper's. It is that in which Explore(E1.e) finds them, but that what is found after a schedule comes before what
// is found after the event that the schedule avoids: S' precedes S if, on the way to where S was found,
//   - (A) S' is found, too;
//   - (B) S' is in conflict with an event that is not in a schedule: it is found after a schedule that avoids the event;
//   - (C) S' holds a read schedule that precedes, in the order of its own e, one that is on the way.
//
// What precedes S is written down in schedule expressions, which say what was on the way and not in S: see schedexpr.go.
// The paper changes them with every event that is executed, and asks at every event whether it is the head of a schedule that
// sleeps. We ask only when a schedule S' has been found (line 7), all of which happens before its head: so the three
// kinds of sets with which the paper remembers what it has met come down to whether they hold anything. See conflictset.go for C, headset.go for
// D, and readset.go for R. Printed lines that say the opposite of Proposition 1 and Lemma 2 are named there.
//
// The paper's argument is about events that nothing disables. So expressions are made where e is a read or a write of memory. All
// other read schedules (of a waiting writer, of a select, of the clock) are in the order of the names of their heads' threads, which is total
// on what can stand side by side, and does not depend on where they are found.

// precedes says whether S, were it found without the read schedule with the head h, would precede that.
func (s *pop) precedes(v *reversal.Schedule, h int) (block bool) {
	r := s.ends[h]
	if r.expr == nil {
		return s.x.Names().Before(v.Head().Thread, s.choices[h].Thread)
	}
	sigma := s.sequence()
	defer s.release()
	v.Since(r.from, sigma)
	return s.updSE(sigma, v.Head().Thread, r.expr)
}
