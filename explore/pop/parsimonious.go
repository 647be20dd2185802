package pop

import (
	"heddle/reversal"
	"heddle/trace"
)

// Parsimonious race reversal, section 4.1 of the paper on POP: a race between e and e' is reversed only if that leads to executions
// that have not been explored (Definition 7): e is in no schedule, and e' is fresh (Definition 6), that is, it happens after the
// head of each schedule between the two. reversal.Schedules leaves out all others.

// A finder finds the schedules that one execution calls for.
type finder struct {
	ssChar
	frame *frame // of the execution
	shown int    // its schedules so far
	visit func(*reversal.Schedule) bool
}

// find adds the next batch of the schedules of x, the execution of f, to f. schedules must be those of x.
func (s *finder) find(x *trace.Execution, schedules *reversal.Schedules, f *frame) {
	s.x, s.execution, s.frame = x, &f.path, f
	s.shown, f.more = 0, false
	schedules.Each(f.parts, s.visit)
	f.sort()
}

// found is lines 5 to 11 for one race, of which v is the schedule S, unless S was in an earlier batch. Line 12 comes when all races of the
// execution have been found. It returns false if the batch is full.
func (s *finder) found(v *reversal.Schedule) bool {
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
func (s *finder) reverse(v *reversal.Schedule) {
	disables := v.Disables()
	read := !disables && !v.Covers()
	if read && s.updSeq(v) || disables && !s.afterReads(v) {
		return
	}
	r := &reversedRace{from: v.N, read: read}
	r.e.Keep(s.x, v.N)
	if read && r.e.Op.Steady() {
		r.expr = s.frame.mkSchedChar(v, s.x)
	}
	d := s.frame.detour(r, v.Found)
	for _, step := range v.Steps() {
		d.steps = append(d.steps, step.Choice)
	}
}
