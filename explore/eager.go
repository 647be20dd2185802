package explore

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
)

// Eager race reversal, section 4.2 of the paper on POP: a schedule is explored as soon as it is found, so that schedules do not
// pile up behind a state, of which there can be exponentially many. In place of recursion there is an explicit stack of
// frames.
//
// Invariant: frames[i+1] is the execution that a schedule of frames[i] has led to; its depth is bounded by Lemma 1.

// A frame is one execution and the schedules that it calls for. There can be exponentially many of them where timers are stopped and set
// while another one may fire: each set of the stops that can come before the firing makes one. So a frame holds no more than a batch; when these
// have been explored the execution is run again for the next ones.
type frame struct {
	branch
	deeds   []reversal.KeptEvent // the events, if an expression needs them
	detours []detour             // in the order in which they are found; of those found with one event, longest prefix first
	next    int                  // those from here on are to be explored
	shown   int                  // the schedules of the execution that were looked at
	more    bool                 // there are others
}

// batch is the number of schedules that a frame holds at most.
var batch = 1000

// A detour is line 12, to be called: Explore(E1.S).
type detour struct {
	race  *reversedRace // which has the length of E1
	found int           // the event with which it is found
	steps []model.Choice
}

// Backtrack is called when an execution is complete, or has been cut off by a bound: lines 4 to 12 for all its prefixes that no
// earlier execution has.
func (s *pop) Backtrack() ([]model.Choice, bool) {
	if checking {
		s.x.Check()
	}
	f := s.frame()
	f.set(&s.branch, len(s.choices))
	s.fill(f)
	for len(s.tree) > 0 {
		f := &s.tree[len(s.tree)-1]
		for f.next < len(f.detours) || s.refill(f) {
			d := &f.detours[f.next]
			f.next++
			if s.explore(f, d) {
				return s.x.Choices(), true
			}
		}
		s.tree = s.tree[:len(s.tree)-1]
	}
	return nil, false
}

// fill looks for schedules of the execution that has just ended, which is that of f, the newest frame.
func (s *pop) fill(f *frame) {
	s.shown, f.more = 0, false
	s.schedules.Each(f.parts, s.reverse)
	slices.SortStableFunc(f.detours, func(a, b detour) int { return a.found - b.found })
}

// refill runs the execution of f, the newest frame, all schedules of which have been explored, again. It returns false if there are no more.
func (s *pop) refill(f *frame) bool {
	for f.more && f.next == len(f.detours) {
		x, running := s.x, s.branch
		s.x, s.branch = s.rerun(f.choices), f.branch
		schedules := s.schedules
		s.schedules = reversal.NewSchedules(s.x)
		f.detours, f.next = f.detours[:0], 0
		if s.x.Len() < len(f.choices) {
			s.contradicted, f.more = true, false
		} else {
			learnFirst(s.x, f.ends, 0)
			s.fill(f)
		}
		s.x, s.branch, s.schedules = x, running, schedules
	}
	return f.next < len(f.detours)
}

// frame is a new frame on top of the others.
func (s *pop) frame() *frame {
	if n := len(s.tree); n < cap(s.tree) {
		s.tree = s.tree[:n+1]
	} else {
		s.tree = append(s.tree, frame{})
	}
	f := &s.tree[len(s.tree)-1]
	f.deeds, f.detours, f.next, f.shown, f.more = f.deeds[:0], f.detours[:0], 0, 0, false
	return f
}

// detour is a new detour of the frame, with room for steps.
func (f *frame) detour(r *reversedRace, found int) *detour {
	if k := len(f.detours); k < cap(f.detours) {
		f.detours = f.detours[:k+1]
	} else {
		f.detours = append(f.detours, detour{})
	}
	d := &f.detours[len(f.detours)-1]
	d.race, d.found, d.steps = r, found, d.steps[:0]
	return d
}

// explore goes back to the state in which the running execution and the path of d part, and takes the first transition that
// is new. It returns false if the bound refuses it.
func (s *pop) explore(f *frame, d *detour) bool {
	p := &s.path
	p.follow(f, d)
	s.start = d.race.from
	at := 0
	for at < len(s.choices) && s.choices[at] == p.choices[at] {
		at++
	}
	s.x.Truncate(at)
	for len(s.nodes) > at+1 {
		s.pop()
	}
	s.nodes[at].taken = -1
	s.branch.set(p, at)
	_, ok := s.follow(at)
	return ok
}

// follow makes b the path of d.
func (b *branch) follow(f *frame, d *detour) {
	b.set(&f.branch, d.race.from)
	for _, c := range d.steps {
		b.add(c, reversal.Inside, nil)
	}
	b.ends[len(b.ends)-1] = d.race
}

// share estimates the share of the tree that is done: an execution and its schedules are taken to stand for parts of one size.
func (s *pop) share() float64 {
	total, part := 0.0, 1.0
	for i := range s.tree {
		f := &s.tree[i]
		part /= float64(len(f.detours) + 1)
		total += part * float64(f.next)
	}
	return total
}
