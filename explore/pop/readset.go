package pop

import "heddle/reversal"

// The read sets R of the paper: with each expression, the reads on x executed since. What happens after one of them is no head of a
// read schedule of e. (Algorithm 2, lines 18, 23 and 38, print that there must be a read in R that happens before the head.
// Proposition 1 and the proof of Lemma 2 need that there is none.) Since pop takes e again directly after a read schedule, which empties
// the sleep set (line 11), the reads in R are the heads of the read schedules that end directly before e.

// updSeq is UpdSeq(S, SSChar[E1]) for S whose head is a read. It says whether UpdSeq is block. SSChar[E1] are the characterisations of
// the read schedules that end directly before the end of E1, all of the same e.
func (s *ssChar) updSeq(v *reversal.Schedule) (block bool) {
	for h := s.execution.readBefore(v.N); h >= 0 && !v.After(h); h = s.execution.readBefore(s.execution.ends.at(h).from) {
		if s.precedes(v, h) {
			return true
		}
	}
	return s.x.Relation().Refined() && s.disablesAlone(v)
}

// disablesAlone says whether v disables e without those of the read schedules before it that do not happen before its head: then it is
// explored there. Only under Refined a read schedule can keep e enabled that another one would disable: a close, for a select that
// receives, beside a receive of the last value.
func (s *ssChar) disablesAlone(v *reversal.Schedule) bool {
	from := -1
	for h := s.execution.readBefore(v.N); h >= 0; h = s.execution.readBefore(from) {
		from = s.execution.ends.at(h).from
	}
	if from < 0 {
		return false
	}
	sigma := s.sequence()
	defer s.release()
	v.Since(from, sigma)
	return v.DisablesAfter(sigma)
}

// afterReads says whether the head of v happens after the heads of all the read schedules that end directly before e. If not, v is
// the schedule of the same race in an execution without them: what disables e first does not depend on them.
func (s *ssChar) afterReads(v *reversal.Schedule) bool {
	for h := s.execution.readBefore(v.N); h >= 0; h = s.execution.readBefore(s.execution.ends.at(h).from) {
		if !v.After(h) {
			return false
		}
	}
	return true
}
