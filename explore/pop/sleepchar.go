package pop

import (
	"heddle/reversal"
	"heddle/trace"
)

// The parsimonious characterisation of sleep sets, section 4.3 of the paper on POP. Take two transitions that are in conflict with e, leave
// it enabled and are independent of one another: either can be the head of the schedule that comes first, and every trace with
// both before e would be explored twice. The paper calls such transitions reads on x, and e a write on x. So the read schedules of e
// are ordered, and after one of them those that precede it sleep, until something in conflict with e has been executed.
//
// The order is the paper's: the order in which Explore(E1.e) finds the schedules, except that what is found after a schedule comes
// before what is found after the event that the schedule avoids. S' precedes S if, on the path to where S was found,
//   - (A) S' is found, too;
//   - (B) S' is in conflict with an event that is not in a schedule: it is found after a schedule that avoids the event;
//   - (C) S' holds a read schedule that precedes, in the order of its own e, one that is on the path.
//
// Schedule expressions keep what precedes S: they say what was on the path and not in S (schedexpr.go).
// The paper updates them with every event that is executed, and checks at every event whether it is the head of a schedule that
// sleeps. We check only when a schedule S' has been found (line 7). All of S' happens before its head. So of the three kinds of
// sets in which the paper remembers events, all we need is whether they hold any: see conflictset.go for C, headset.go for
// D, and readset.go for R. These files also name the printed lines that say the opposite of Proposition 1 and Lemma 2.
//
// The paper's argument is about events that nothing disables. So expressions are made where e is a read or a write of memory. All
// other read schedules (of a waiting writer, of a select, of the clock) are ordered by the names of their heads' threads. This order is
// total on schedules of which either can come first, and does not depend on where they are found.

// An ssChar is SSChar[E1] for the prefixes E1 of one execution.
type ssChar struct {
	x         *trace.Execution
	execution *path
	reruns    rerunner
	sequences []*reversal.Remainder // scratch
	used      int                   // sequences[:used] are in use
}

// precedes says whether S, if it were found without the read schedule with head h, would precede that schedule.
func (s *ssChar) precedes(v *reversal.Schedule, h int) (block bool) {
	r := s.execution.ends.at(h)
	if r.expr == nil {
		return s.x.Names().Before(v.Head().Thread, s.execution.choices[h].Thread)
	}
	sigma := s.sequence()
	defer s.release()
	v.Since(r.from, sigma)
	return s.updSE(sigma, v.Head().Thread, r.expr)
}

// sequence returns one more Sequence to work with, until release is called.
func (s *ssChar) sequence() *reversal.Remainder {
	if s.used == len(s.sequences) {
		s.sequences = append(s.sequences, new(reversal.Remainder))
	}
	s.used++
	return s.sequences[s.used-1]
}

func (s *ssChar) release() { s.used-- }
