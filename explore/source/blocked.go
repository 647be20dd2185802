package source

import (
	"heddle/explore/search"
	"heddle/reversal/growing"
)

// Blocked is lines 2 to 10 for the newest state. It finds the events that disable its pending operations: older events for an
// operation that is new, the newest event for one that it disabled.
func (s *BacktrackSets) Blocked() {
	from, to := s.x.Arrived()
	for op := from; op < to; op++ {
		s.disabledBefore(op)
	}
	if n := s.Len() - 1; n > 0 {
		s.lost(n)
		for _, op := range s.disablers.Again() {
			s.disabledBefore(op)
		}
	}
}

// disabledBefore is lines 3 to 10 for operation op. It leaves out timers that can fire.
func (s *BacktrackSets) disabledBefore(op int32) {
	if s.x.OpAt(op).Kind.Timer() && !s.x.OpAt(op).Barrier() && s.offers(s.Len()-1, op) {
		return
	}
	for _, d := range s.disablers.Of(op) { // Lines 3 to 7
		if d.Unclear {
			s.AddAll(d.Event)
		} else {
			s.sets.Disabled(s, d, op)
		}
	}
}

// Disabled makes sure that operation op is executed before event d, which disables it.
func (sourceSets) Disabled(s *BacktrackSets, d growing.Disabler, op int32) {
	initials := s.Races.Initials(d.Event, s.x.Len())
	if d.Past {
		initials = s.Leading(initials, op)
	}
	if s.satisfied(d.Event, initials) { // Line 9
		return
	}
	if d.Past || !s.Races.Initial(op, d.Event) {
		s.Add(d.Event, initials)
		return
	}
	// A joint transition with a thread of the event is a rival of the event, and is explored as such.
	if !d.Joint && !s.addOp(d.Event, op) {
		s.Add(d.Event, initials)
	}
}

// Leading keeps those of the initials that are the newest event, or that happen before it or before operation op.
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

// addOp adds the transitions of operation op in state n. It returns whether there are any.
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

// lost finds the transitions of the state before the newest event, n-1, that the event disables: those of threads that could go on
// there and cannot now, or only together with a thread whose operation comes after the event, which hides the race.
func (s *BacktrackSets) lost(n int) {
	before := s.Offered(n - 1)
	e := s.Taken(n - 1)
	at := 0
	for i := range before {
		a := &before[i]
		if a.Mark&search.Backtrack != 0 || a.Shares(e) || a.Mark&search.Asleep != 0 && s.offers(n, a.Op) {
			continue
		}
		if k := s.goesOn(n, at, a.Op); k >= 0 {
			at = k
		} else {
			s.sets.Lost(s, n-1, a)
		}
	}
}

// Lost adds t unless it is added or sleeps.
func (sourceSets) Lost(_ *BacktrackSets, _ int, t *search.Transition) {
	if t.Mark == 0 {
		t.Mark = search.Backtrack
	}
}

// goesOn is the first index, from at on, of an awake transition of operation op in state n whose partner's operation, if it has one, does
// not come after the newest event; or -1. All states list the transitions in the order in which the threads were started.
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
