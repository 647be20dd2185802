package explore

import "heddle/reversal"

// The read sets R of the paper: with each expression, the reads on x executed since. What happens after one of them is no head of a
// read schedule of e. (Algorithm 2, lines 18, 23 and 38, print that there must be a read in R that happens before the head.
// Proposition 1 and the proof of Lemma 2 need that there is none.) Since pop takes e again directly after a read schedule, which empties
// the sleep set (line 11), the reads in R are the heads of the read schedules that stand directly before e.

// updSeq is UpdSeq(S, SSChar[E1]), for S whose head is a read: whether it is block. SSChar[E1] are the characterisations of the
// read schedules that stand directly before the end of E1, all of them of the same e.
func (s *pop) updSeq(v *reversal.Schedule) (block bool) {
	for h := s.readBefore(v.N); h >= 0 && !v.After(h); h = s.readBefore(s.ends[h].from) {
		if s.precedes(v, h) {
			return true
		}
	}
	return false
}

// readBefore is the head of the read schedule that ends directly before event n, -1 for none.
func (s *pop) readBefore(n int) int {
	if n > 0 && s.ends[n-1] != nil && s.ends[n-1].read {
		return n - 1
	}
	return -1
}
