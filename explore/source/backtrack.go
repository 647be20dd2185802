package source

import (
	"heddle/explore/search"
	"heddle/reversal/growing"
	"heddle/trace"
)

// BacktrackSets are the backtrack sets of the states on a stack. For each race of a new event, and for each event that disables a
// pending operation, a transition that leads to the race reversed is added to the backtrack set of the state before the older
// event. The Sets decide which transition. The lines are those of the algorithm in source.go.
//
// An algorithm that embeds BacktrackSets must call Blocked in every new state and take transitions with Pick.
type BacktrackSets struct {
	search.Stack
	x         *trace.Execution
	Races     *growing.Races // what can be reversed in the execution
	disablers *growing.Disablers
	sets      Sets
	unclear   int // races for which all transitions of a state were added
}

// Sets decide which transition from the state before the first event of a race leads to the race reversed: lines 16 to 18.
type Sets interface {
	// Reverse adds one for the race between event e and the newest event.
	Reverse(s *BacktrackSets, e int)
	// Disabled adds one for operation op, which is pending in the newest state, and the event that disables it.
	Disabled(s *BacktrackSets, d growing.Disabler, op int32)
	// Lost adds one for transition t of state n, which event n disables.
	Lost(s *BacktrackSets, n int, t *search.Transition)
}

// NewBacktrackSets returns those of an empty stack.
func NewBacktrackSets(x *trace.Execution, o search.Options, sets Sets) BacktrackSets {
	races := growing.NewRaces(x)
	return BacktrackSets{Stack: search.NewStack(x, o), x: x, Races: races, disablers: growing.NewDisablers(races), sets: sets}
}

// Standing is that of search.Explorer.
func (s *BacktrackSets) Standing() search.Standing {
	now := s.Stack.Standing()
	now.Fallbacks = s.unclear
	return now
}

// Pick is called when transition i of the newest state has been taken. It reverses its races (lines 14 to 18) and adds its rivals.
func (s *BacktrackSets) Pick(i int) {
	n := s.Len() - 1
	s.rivals(n, i)
	for k, to := s.x.RacesOf(int32(s.x.Len()) - 1); k < to; k++ { // Line 14
		e := s.x.Race(k)
		if s.Races.Unclear(int(e)) {
			s.AddAll(int(e))
		} else if s.Races.Reversible(int(e)) {
			s.sets.Reverse(s, int(e))
		}
	}
}

// rivals adds the transitions of state n that transition i disables: the alternatives of its thread, and the joint transitions
// with its threads.
func (s *BacktrackSets) rivals(n, i int) {
	offered := s.Offered(n)
	t := &offered[i]
	barrier := s.x.OpAt(t.Op).Barrier()
	for k := range offered {
		if barrier || offered[k].Shares(&t.Transition) {
			offered[k].Mark |= search.Backtrack
		}
	}
}

// Add adds the first of the initials that state n offers, or all its transitions if it offers none of them.
func (s *BacktrackSets) Add(n int, initials []int32) {
	offered := s.Offered(n)
	for _, f := range initials {
		if i := search.Index(offered, s.x.Event(f).Choice); i >= 0 {
			offered[i].Mark |= search.Backtrack
			return
		}
	}
	s.AddAll(n)
}

// AddAll adds all transitions of state n, for want of a better answer.
func (s *BacktrackSets) AddAll(n int) {
	s.unclear++
	offered := s.Offered(n)
	for i := range offered {
		offered[i].Mark |= search.Backtrack
	}
}
