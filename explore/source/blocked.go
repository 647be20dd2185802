package source

import (
	"heddle/explore/search"
	"heddle/trace"
)

// blocked finds the races of operations that are pending in the newest state and can be disabled: with older events if they
// are new, with the newest event if it disabled them.
func (s *BacktrackSets) Blocked() {
	from, to := s.x.Arrived()
	for op := from; op < to; op++ {
		s.disablers(op)
	}
	if n := s.Len() - 1; n > 0 {
		s.lost(n)
		for _, op := range s.x.Again() {
			s.disablers(op)
		}
	}
}

// disablers is lines 3 to 10 for operation op. A timer that can fire is none that something disables.
func (s *BacktrackSets) disablers(op int32) {
	if s.x.OpAt(op).Kind.Timer() && !s.x.OpAt(op).Barrier() && s.offers(s.Len()-1, op) {
		return
	}
	for _, d := range s.x.Disablers(op) { // Lines 3 to 7
		if d.Unclear {
			s.AddAll(d.Event)
		} else {
			s.sets.Disabled(s, d, op)
		}
	}
}

// disabled makes sure that operation op, of a new pending thread, is executed before the event that disables it.
func (sourceSets) Disabled(s *BacktrackSets, d trace.Disabler, op int32) {
	initials := s.x.Initials(d.Event, s.x.Len())
	if d.Past {
		initials = s.Leading(initials, op)
	}
	if s.satisfied(d.Event, initials) { // Line 9
		return
	}
	if d.Past || !s.x.Initial(op, d.Event) {
		s.Add(d.Event, initials)
		return
	}
	// A joint transition with a thread of the event is a rival of the event, and is explored as such.
	if !d.Joint && !s.addOp(d.Event, op) {
		s.Add(d.Event, initials)
	}
}

// past keeps those of the initials that happen before, or are, the newest event, or that happen before operation op.
func (s *BacktrackSets) Leading(initials []int32, op int32) []int32 {
	n := 0
	for _, f := range initials {
		if s.x.Precedes(int(f), op) || int(f) == s.x.Len()-1 || s.x.HappensBefore(int(f), s.x.Len()-1) {
			initials[n] = f
			n++
		}
	}
	return initials[:n]
}

// offers says whether state n offers a transition of operation op.
func (s *BacktrackSets) offers(n int, op int32) bool {
	offered := s.Offered(n)
	for i := range offered {
		if offered[i].Op == op {
			return true
		}
	}
	return false
}

// addOp marks the transitions of operation op in state n, and says whether there are any.
func (s *BacktrackSets) addOp(n int, op int32) bool {
	offered, some := s.Offered(n), false
	for i := range offered {
		if offered[i].Op == op || offered[i].PartnerOp == op {
			offered[i].Mark |= search.Backtrack
			some = true
		}
	}
	return some
}

// lost marks, in the state before the newest event, the transitions of threads that could go on there and cannot now, or
// cannot but together with a thread that comes after that event, which hides the race.
func (s *BacktrackSets) lost(n int) {
	before := s.Offered(n - 1)
	e := s.Taken(n - 1)
	at := 0
	for i := range before {
		a := &before[i]
		if a.Mark&search.Backtrack != 0 || a.Shares(&e.Transition) || a.Mark&search.Asleep != 0 && s.offers(n, a.Op) {
			continue
		}
		if k := s.goesOn(n, at, a.Op); k >= 0 {
			at = k
		} else {
			s.sets.Lost(s, n-1, a)
		}
	}
}

func (sourceSets) Lost(_ *BacktrackSets, _ int, a *search.Transition) {
	if a.Mark == 0 {
		a.Mark = search.Backtrack
	}
}

// goesOn is the index, from at on, of an awake transition of operation op in state n that does not come after the newest
// event, or -1. Both states list the transitions in the order in which the threads were started.
func (s *BacktrackSets) goesOn(n, at int, op int32) int {
	offered := s.Offered(n)
	for i := at; i < len(offered); i++ {
		// A timer that was near and is far is another operation.
		if a := &offered[i]; a.Op == op && a.Mark&search.Asleep == 0 && (a.PartnerOp < 0 || !s.x.Precedes(n-1, a.PartnerOp)) {
			return i
		}
	}
	return -1
}
