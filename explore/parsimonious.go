package explore

import "heddle/reversal"

// Parsimonious race reversal, section 4.1 of the paper on POP: a race between e and e' is reversed only if that leads to executions
// that have not been explored (Definition 7): e is in no schedule, and e' is fresh (Definition 6), that is, it happens after the
// head of each schedule between the two. trace.Schedules leaves out all others.

// reversed is lines 5 to 11 for one race, of which v is the schedule S, unless that has been shown before. Line 12 is called for when the
// other races have been looked at. It returns false if the frame is full.
func (s *pop) reversed(v *reversal.Schedule) bool {
	f := &s.tree[len(s.tree)-1]
	if s.shown++; s.shown <= f.shown {
		return true
	}
	if f.more = len(f.detours) == batch; f.more {
		return false
	}
	f.shown++
	if v.Leads() {
		s.reverseRace(f, v)
	}
	return true
}

func (s *pop) reverseRace(f *frame, v *reversal.Schedule) {
	disables := v.Disables()
	read := !disables && !v.Covers()
	if read && s.updSeq(v) || disables && !s.afterAll(v) {
		return
	}
	r := &reversedRace{from: v.N, read: read}
	r.e.Keep(s.x, v.N)
	if read && r.e.Op.Steady() {
		r.expr = s.mkSchedChar(v, f)
	}
	d := f.detour(r, v.Found)
	for _, step := range v.Steps() {
		d.steps = append(d.steps, step.Choice)
	}
}

// afterAll says whether the head of v happens after the heads of all the read schedules that stand directly before e. If not, v is
// the schedule of the same race in an execution without them: what disables e first does not depend on them.
func (s *pop) afterAll(v *reversal.Schedule) bool {
	for h := s.readBefore(v.N); h >= 0; h = s.readBefore(s.ends[h].from) {
		if !v.After(h) {
			return false
		}
	}
	return true
}
