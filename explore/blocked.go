package explore

import "heddle/reversal"

// blocked finds the races of operations that are pending in the newest state and can be disabled: with older events if they
// are new, with the newest event if it disabled them.
func (s *source) blocked() {
	from, to := s.x.Arrived()
	for op := from; op < to; op++ {
		s.disabledBefore(op)
	}
	if n := len(s.nodes) - 1; n > 0 {
		s.lost(n)
		for _, op := range s.disablers.Again() {
			s.disabledBefore(op)
		}
	}
}

// disablers is lines 3 to 10 for operation op. A timer that can fire is none that something disables.
func (s *source) disabledBefore(op int32) {
	if s.x.OpAt(op).Kind.Timer() && !s.x.OpAt(op).Barrier() && s.offers(len(s.nodes)-1, op) {
		return
	}
	for _, d := range s.disablers.Of(op) { // Lines 3 to 7
		if d.Unclear {
			s.addAll(d.Event)
		} else {
			s.sets.disabled(s, d, op)
		}
	}
}

// disabled makes sure that operation op, of a new pending thread, is executed before the event that disables it.
func (sourceSets) disabled(s *source, d reversal.Disabler, op int32) {
	initials := s.races.Initials(d.Event, s.x.Len())
	if d.Past {
		initials = s.past(initials, op)
	}
	if s.satisfied(d.Event, initials) { // Line 9
		return
	}
	if d.Past || !s.races.Initial(op, d.Event) {
		s.add(d.Event, initials)
		return
	}
	// A joint transition with a thread of the event is a rival of the event, and is explored as such.
	if !d.Joint && !s.addOp(d.Event, op) {
		s.add(d.Event, initials)
	}
}

// past keeps those of the initials that happen before, or are, the newest event, or that happen before operation op.
func (s *source) past(initials []int32, op int32) []int32 {
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
func (s *source) offers(n int, op int32) bool {
	alts := s.of(n)
	for i := range alts {
		if alts[i].Op == op {
			return true
		}
	}
	return false
}

// addOp marks the transitions of operation op in state n, and says whether there are any.
func (s *source) addOp(n int, op int32) bool {
	alts, some := s.of(n), false
	for i := range alts {
		if alts[i].Op == op || alts[i].PartnerOp == op {
			alts[i].mark |= backtrack
			some = true
		}
	}
	return some
}

// lost marks, in the state before the newest event, the transitions of threads that could go on there and cannot now, or
// cannot but together with a thread that comes after that event, which hides the race.
func (s *source) lost(n int) {
	before := s.of(n - 1)
	e := &s.alts[s.nodes[n-1].taken]
	at := 0
	for i := range before {
		a := &before[i]
		if a.mark&backtrack != 0 || a.Shares(&e.Transition) || a.mark&asleep != 0 && s.offers(n, a.Op) {
			continue
		}
		if k := s.goesOn(n, at, a.Op); k >= 0 {
			at = k
		} else {
			s.sets.lost(s, n-1, a)
		}
	}
}

func (sourceSets) lost(_ *source, _ int, a *alt) {
	if a.mark == 0 {
		a.mark = backtrack
	}
}

// goesOn is the index, from at on, of an awake transition of operation op in state n that does not come after the newest
// event, or -1. Both states list the transitions in the order in which the threads were started.
func (s *source) goesOn(n, at int, op int32) int {
	alts := s.of(n)
	for i := at; i < len(alts); i++ {
		// A timer that was near and is far is another operation.
		if a := &alts[i]; a.Op == op && a.mark&asleep == 0 && (a.PartnerOp < 0 || !s.x.Precedes(n-1, a.PartnerOp)) {
			return i
		}
	}
	return -1
}
