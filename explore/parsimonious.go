package explore

import "heddle/trace"

// Parsimonious race reversal, section 4.1 of the paper on POP: a race between e and e' is reversed only if that leads to executions
// that have not been explored (Definition 7): e is in no schedule, and e' is fresh (Definition 6), that is, it happens after the
// head of each schedule between the two. trace.Schedules leaves out all others.

// reversed is lines 5 to 12 for one race, of which v is the schedule S.
func (s *pop) reversed(v *trace.Schedule) {
	if !v.Leads() {
		return
	}
	read := s.schedChar(v)
	if read != nil && s.blocks(v) || v.Disables() && !s.afterAll(v) {
		return
	}
	d := s.tree[len(s.tree)-1].detour(v.N, read)
	for _, step := range v.Steps() {
		d.steps = append(d.steps, step.Choice)
	}
}

// afterAll says whether the head of v happens after the heads of all the read schedules that stand directly before e. If not, v is
// the schedule of the same race in an execution without them: what disables e first does not depend on them.
func (s *pop) afterAll(v *trace.Schedule) bool {
	for h := v.N - 1; h >= 0 && s.reads[h] != nil; h = s.reads[h].from - 1 {
		if !v.After(h) {
			return false
		}
	}
	return true
}
