package pop

import (
	"slices"

	"heddle/explore/search"
	"heddle/model"
	"heddle/reversal"
)

// Eager race reversal, section 4.2 of the paper on POP: a schedule is explored as soon as it is found. Otherwise schedules would pile
// up at a state, and there can be exponentially many of them. An explicit stack of frames takes the place of recursion.

// A tree is the stack of frames.
//
// Invariant: frames[i+1] is the execution that a schedule of frames[i] led to. Lemma 1 bounds the depth.
type tree struct {
	frames []frame
	finder finder
}

// A frame is one execution and the schedules that it calls for. There can be exponentially many of them where timers are stopped
// and set while another one may fire: each set of the stops that can come before the firing makes one. So a frame holds one batch
// at most; when all of the batch are explored, the execution is run again to find the next ones.
type frame struct {
	path
	deeds   []reversal.KeptEvent // the events, if an expression needs them
	detours []detour             // in the order in which they are found; of those found with one event, longest prefix first
	next    int                  // detours[next:] are to be explored
	shown   int                  // the schedules of the execution that have been in a batch
	more    bool                 // there are others
}

// Batch is the number of schedules that a frame holds at most. Tests make it small.
var Batch = 1000

// A detour is line 12, to be called: Explore(E1.S).
type detour struct {
	race  *reversedRace // race.from is the length of E1
	found int           // the event with which it is found
	steps []model.Choice
}

// Backtrack is called when an execution is complete, or cut off by a bound: lines 4 to 12 for all its prefixes that no
// earlier execution has.
func (s *pop) Backtrack() ([]model.Choice, bool) {
	if search.Checking {
		s.x.Check()
	}
	f := s.tree.push()
	f.choices = s.x.AppendChoices(f.choices[:0])
	f.setNotes(&s.running, len(s.running.parts))
	s.tree.finder.find(s.x, s.schedules, f)
	for f := s.tree.top(); f != nil; f = s.tree.top() {
		for f.next < len(f.detours) || s.tree.refill(f) {
			d := &f.detours[f.next]
			f.next++
			if s.explore(f, d) {
				return s.prefix.choices[:s.x.Len()], true
			}
		}
		s.tree.pop()
	}
	return nil, false
}

// explore goes back to the state in which the running execution and the path of d part, and takes the first transition that
// is new. It returns false if the bound refuses it.
func (s *pop) explore(f *frame, d *detour) bool {
	s.prefix.follow(f, d)
	s.start = d.race.from
	at, n := 0, s.x.Len()
	for at < n && s.x.Event(int32(at)).Choice == s.prefix.choices[at] {
		at++
	}
	s.x.Truncate(at)
	s.running.setNotes(&s.prefix.notes, at)
	s.running.add(s.prefix.parts[at], s.prefix.ends.at(at))
	return s.Retake(s.prefix.choices[at])
}

// push adds a frame on top of the others.
func (t *tree) push() *frame {
	if n := len(t.frames); n < cap(t.frames) {
		t.frames = t.frames[:n+1]
	} else {
		t.frames = append(t.frames, frame{})
	}
	f := t.top()
	f.deeds, f.detours, f.next, f.shown, f.more = f.deeds[:0], f.detours[:0], 0, 0, false
	return f
}

// top is the newest frame, or nil.
func (t *tree) top() *frame {
	if len(t.frames) == 0 {
		return nil
	}
	return &t.frames[len(t.frames)-1]
}

func (t *tree) pop() { t.frames = t.frames[:len(t.frames)-1] }

// refill runs the execution of f again to find its next batch of schedules. All schedules of f must have been explored. It returns
// false if there are no more.
func (t *tree) refill(f *frame) bool {
	for f.more && f.next == len(f.detours) {
		x := t.finder.reruns.run(f.choices)
		f.detours, f.next = f.detours[:0], 0
		if x.Len() < len(f.choices) {
			t.finder.reruns.diverged, f.more = true, false
		} else {
			learnFirst(x, f.ends, 0)
			t.finder.find(x, reversal.NewSchedules(x), f)
		}
	}
	return f.next < len(f.detours)
}

// detour adds a detour to the frame, with no steps.
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

// sort puts the detours in the order in which Explore finds them.
func (f *frame) sort() {
	slices.SortStableFunc(f.detours, func(a, b detour) int { return a.found - b.found })
}
