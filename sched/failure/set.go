package failure

import (
	"slices"

	"heddle/model"
	"heddle/result"
)

// A Set is what went wrong in one execution, in the order in which it showed: the first is the likeliest reason for the others. Each
// failure is in it once. What follows from a failure is not in it: see Over.
type Set struct {
	List []Failure
	// Obstacle is what kept the execution from being explored as it should be, of KindSteps or KindUnsupported; nil for nothing. It says
	// nothing about the program.
	Obstacle *Failure
	over     bool
}

// Over reports whether nothing more counts, because a goroutine ended where the program did not end it: in a panic, t.FailNow or
// os.Exit, or at an obstacle. What the others do then follows from that: they wait for it forever, or use what it has not finished. A
// race or a t.Error ends nothing, so what comes after it counts.
func (s *Set) Over() bool { return s.over }

// Ignores reports whether Add ignores f, whatever the place: nothing more counts, or f is a race on a variable for which there is one.
func (s *Set) Ignores(f *Failure) bool {
	return s.over || f.Kind == KindRace &&
		slices.ContainsFunc(s.List, func(g Failure) bool { return g.Kind == KindRace && g.Race.Addr == f.Race.Addr })
}

// Add adds f, unless the set ignores it or has it. A test fails once: its log, which is not known before the end, says what for. There is
// one race for each variable, and for each place in the program.
func (s *Set) Add(f *Failure) {
	if s.Ignores(f) {
		return
	}
	obstacle := result.IsObstacle(f.Kind)
	s.over = f.Ends || obstacle
	same := func(g Failure) bool {
		return g.Kind == f.Kind && (f.Kind == KindRace && g.who == f.who && slices.Equal(g.Stack, f.Stack) ||
			f.Kind == KindFatal && f.Message == "" && g.Message == "")
	}
	switch {
	case obstacle:
		s.Obstacle = f
	case !slices.ContainsFunc(s.List, same):
		s.List = append(s.List, *f)
	}
}

// Log sets the message of the failure that t.Fail has noted. If nothing has failed the test before, it gets a failure.
func (s *Set) Log(message string) {
	s.Add(&Failure{Kind: KindFatal, Thread: model.NoThread, Stack: []uintptr{}})
	for i := range s.List {
		if f := &s.List[i]; f.Kind == KindFatal && f.Message == "" {
			f.Message = message
		}
	}
}

// Hash is a hash of the set for states, whatever the order; 0 for nothing.
func (s *Set) Hash() uint64 {
	sum := s.Obstacle.Hash()
	for i := range s.List {
		sum += s.List[i].Hash()
	}
	return sum
}
