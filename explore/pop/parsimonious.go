package pop

import "heddle/trace"

// Parsimonious race reversal, section 4.1 of the paper on POP: a race between e and e' is reversed only if that leads to executions
// that have not been explored (Definition 7): e is in no schedule, and e' is fresh (Definition 6), that is, it happens after the
// head of each schedule between the two. trace.Schedules leaves out all others.

// A finder finds the schedules that one execution calls for.
type finder struct {
	ssChar
	frame *frame // of the execution
	shown int    // its schedules so far
	visit func(*trace.Schedule) bool
}

// find adds the next batch of the schedules of x, the execution of f, to f.
func (s *finder) find(x *trace.Execution, f *frame) {
	s.x, s.execution, s.frame = x, &f.path, f
	s.shown, f.more = 0, false
	s.x.Schedules(f.parts, s.visit)
	f.sort()
}

// found is lines 5 to 11 for one race, of which v is the schedule S, unless S was in an earlier batch. Line 12 comes when all races of the
// execution have been found. It returns false if the batch is full.
func (s *finder) found(v *trace.Schedule) bool {
	f := s.frame
	if s.shown++; s.shown <= f.shown {
		return true
	}
	if f.more = len(f.detours) == Batch; f.more {
		return false
	}
	f.shown++
	if v.Leads() {
		s.reverse(v)
	}
	return true
}

// reverse adds v to the frame unless it sleeps.
func (s *finder) reverse(v *trace.Schedule) {
	disables := v.Disables()
	read := !disables && !v.Covers()
	if read && s.updSeq(v) || disables && !s.afterReads(v) {
		return
	}
	r := &reversed{from: v.N, read: read}
	s.x.Deed(v.N, &r.e)
	if read && r.e.Op.Steady() {
		r.expr = s.frame.mkSchedChar(v, s.x)
	}
	d := s.frame.detour(r, v.Found)
	for _, step := range v.Steps() {
		d.steps = append(d.steps, step.Choice)
	}
}
