package await

import (
	"heddle/model"
	"heddle/sched/state"
)

// A Machine is what runs the threads.
type Machine interface {
	// Local returns the local state of t, which stands before an operation. It is valid until t goes on.
	Local(t *Thread) *state.Local
	// Whole returns the state of the whole program; false if it cannot be read.
	Whole() (model.Hash, bool)
	// Nap makes t sleep before its operation, for so many nanoseconds and until nothing else can run.
	Nap(t *Thread, ns int64)
	// Stuck reports whether t cannot run.
	Stuck(t *Thread) bool
}

// Turn is after how many operations a thread rests in an exploration in which an execution has come to no end, and Rests how often at first.
const Turn, Rests = 16, 2

// Arrive notes that t stands before an operation.
func (s *Set) Arrive(t *Thread) {
	s.turn(t)
	if !s.visits(t) || !s.On && !t.suspect() {
		return
	}
	local := s.Machine.Local(t)
	if !local.Known {
		t.Effect()
		return
	}
	completed, passed := s.visit(t, local.Hash())
	s.returned(t)
	timed := completed && t.timed()
	t.Sleeps = completed && !timed && s.waitsForTime(t)
	t.Waits = completed && !passed && !timed
	if timed && !passed { // it waits for the clock
		s.Machine.Nap(t, t.nap(&t.napped, 8))
	}
}

// turn makes t rest if its turn is over. How long is little, and becomes more only after many turns: a loop may wait for a deadline that
// it does not look at.
func (s *Set) turn(t *Thread) {
	k := t.Operation.Op.Kind
	if s.Turn == 0 || t.Naps || s.Drains || !mayIdle[k] && k != model.Send || k == model.Wake {
		return
	}
	if t.taken++; t.taken <= s.Turn {
		return
	}
	if s.Rests > 0 && t.rests == s.Rests {
		s.Endless = true
		return
	}
	t.taken = 0
	t.rests++
	s.Machine.Nap(t, t.nap(&t.rested, 64))
}

// nap returns how long t naps: a part of the naps before, so that a deadline at an unknown moment is missed by no more than that.
func (t *Thread) nap(before *int64, part int64) int64 {
	n := max(1000, *before/part)
	*before += n
	return n
}

// visits reports whether states are compared where t stands now.
func (s *Set) visits(t *Thread) bool {
	switch k := t.Operation.Op.Kind; k {
	case model.Wake, model.Unlock, model.RUnlock, model.Store, model.Add, model.And, model.Or:
		return false // not where it has taken something that it gives back in each round
	case model.TimerStart:
		return (s.On || t.probes()) && !t.Naps && (t.sleeps() || t.restarts())
	default:
		return (s.On || t.probes()) && !t.Naps && mayIdle[k]
	}
}

// visit notes that t stands before an operation, in this local state: see Thread.visit.
func (s *Set) visit(t *Thread, state model.Hash) (completed, passed bool) {
	s.arrived = nil
	returned := t.at(state, s.operations)
	if !s.On {
		s.Suspect = s.Suspect || returned && (t.Idle >= t.operations-1<<(t.octave-1) || t.operations >= certain)
		return false, false
	}
	if completed, passed = t.visit(state, s.Clock.Base, s.Made.Len()); returned && t.changed {
		t.changed, s.arrived = false, t
		t.number++
	}
	return completed, passed
}

// End notes that t has ended.
func (s *Set) End(t *Thread) {
	t.Done = true
	t.inVain = s.On && t.effects == 0 && len(t.visited) > 0 && t.undone(&t.visited[0])
	t.last = round{look: t.looks - min(t.looks, most)}
}
