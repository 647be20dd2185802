package explore

import "heddle/trace"

// The characterisation of sleep sets. Of two transitions that are in conflict with e, leave it enabled and are independent of one
// another, either can be the head of the schedule that comes first: every trace in which both stand before e would be explored
// twice. One of them sleeps while the other one's schedule is explored, until e is executed or something in conflict with e
// happens before it. The paper calls such transitions reads, and e a write.

// A reading is a read schedule: one whose head is in conflict with e and leaves e enabled, while others may do so beside it.
type reading struct {
	first trace.Choice // e
	from  int          // the length of E1
}

// sleeps says whether the head of v, a read, sleeps in E1: it is to come before one of the reads that stand directly before e. The
// read of the thread whose name comes first comes first: names, unlike numbers, are the same in all processes.
func (s *pop) sleeps(v *trace.Schedule) bool {
	for h := v.N - 1; h >= 0 && s.reads[h] != nil; h = s.reads[h].from - 1 {
		if v.After(h) {
			return false
		}
		if s.x.Names().Before(v.Head().Thread, s.choices[h].Thread) {
			return true
		}
	}
	return false
}
