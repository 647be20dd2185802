package explore

import "heddle/trace"

// The characterisation of sleep sets. Of two transitions that are in conflict with e, leave it enabled and are independent of one
// another, either can be the head of the schedule that comes first, and every trace in which both stand before e would be explored
// twice. The paper calls such transitions reads on x, and e a write on x. So the reads are put in an order, and after the schedule of one
// of them those that precede it sleep, until something in conflict with e has been executed.
//
// "In principle, there are several ways to order the read schedules" (section 2). The paper's order is that in which they are found,
// and its schedule expressions P > x and P[phi] > x say what was found before: P is what the execution in which a schedule was found
// holds beside it, phi the same for a schedule inside, the conflict sets C and the head sets D say in what the running execution
// departs from P and phi. All this is about executions of reads and writes that are always enabled; it does not say what was found
// before where an event can be disabled.
//
// Our order is that of the names of the reads' threads. It is total on reads that can stand beside one another, which are those of
// different threads, and does not depend on where they are found. What is left of the expressions is > x with the head in place of P: all
// reads on x whose names precede it, but for those that happen after a read in the set R of those that were encountered. And since
// pop takes e directly after a read schedule, which empties the sleep set (Algorithm 2, line 11), R holds just the heads of the
// read schedules that stand directly before e.

// A reading is what SchedChar[E1](S) comes to, for a read schedule S; SSChar[E1.S] are those of the read schedules directly before the end of
// E1.S.
type reading struct {
	first trace.Choice // e
	from  int          // the length of E1
}

// schedChar is line 10: the characterisation for v, if its head is a read.
func (s *pop) schedChar(v *trace.Schedule) *reading {
	if v.Disables() || v.Covers() {
		return nil
	}
	return &reading{s.choices[v.N], v.N}
}

// blocks says whether UpdSeq(v, SSChar[E1]) is block (line 7), for a v whose head is a read: whether the head precedes one of the reads
// directly before e and does not happen after it, nor after a later one of them. (Algorithm 2, lines 18, 23 and 38, ask for a read in R
// that happens before it; Proposition 1 needs that there is none.)
func (s *pop) blocks(v *trace.Schedule) bool {
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
