package explore

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
)

// UpdateBacktrackSets of Figure 6, for all that is ahead of a state that was visited before, and for the races of what has been
// executed.

// everySet takes p itself, or what happens before it, whatever is to be explored already: so that more explored can only mean
// more to be explored.
type everySet struct{}

// reverse is for the race between event e and the newest event, which is p's, or p's and its partner's.
func (everySet) reverse(s *source, e int) {
	end := s.x.Len() - 1
	p := &s.alts[s.nodes[end].taken]
	own, partner := s.races.RaceOf(e)
	if own && !s.addNextOf(e, end, p.Thread) || partner && !s.addNextOf(e, end, p.Partner) {
		s.add(e, keep(s.races.Initials(e, end), func(f int32) bool { return s.x.HappensBefore(int(f), end) }))
	}
}

// disabled is for operation op, which is pending in the newest state, and an event that disables it.
func (everySet) disabled(s *source, d reversal.Disabler, op int32) {
	e, end := d.Event, s.x.Len()
	initials := s.races.Initials(e, end)
	switch {
	case d.Past:
		s.add(e, s.past(initials, op))
	case d.Joint && s.races.Initial(op, e):
		// A joint transition with a thread of the event is a rival of the event, and is explored as such.
	case !s.addNextOf(e, end, s.x.Operation(op).Thread):
		leads := func(f int32) bool { return s.x.Precedes(int(f), op) }
		if slices.ContainsFunc(initials, leads) {
			initials = keep(initials, leads)
		}
		s.add(e, initials)
	}
}

// lost is for transition a of state n, which event n disables.
func (everySet) lost(_ *source, _ int, a *alt) { a.mark |= backtrack }

// keep leaves those of the events that are good, in their order.
func keep(events []int32, good func(int32) bool) []int32 {
	return slices.DeleteFunc(events, func(f int32) bool { return !good(f) })
}

// update makes sure that what is ahead of the newest state is executed before the events that it is in a race with.
func (s *stateful) update(ahead bits) {
	s.overdrawn = s.overdrawn[:0]
	for n := range ahead.all {
		if f := &s.futures.list[n]; f.overdraws {
			s.overdrawn = append(s.overdrawn, f.op.Obj)
		}
	}
	for n := range ahead.all {
		f := &s.futures.list[n]
		t, ok := s.left(f.thread)
		if !ok {
			continue
		}
		overdraws := f.overdraws || f.op.Kind == model.WGWait && slices.Contains(s.overdrawn, f.op.Obj)
		for _, r := range s.future.Races(&f.op, t, overdraws) {
			switch {
			case r.Unclear:
				s.addAll(r.Event)
			case r.Offered:
				s.addNextOf(r.Event, s.x.Len(), t)
			default:
				s.hasten(r.Event, t)
			}
		}
	}
}

// left is the thread that is to go on before t does anything: t itself, or who starts it, sooner or later. False means that t is
// over.
func (s *stateful) left(t model.Thread) (model.Thread, bool) {
	for s.locals.of(t).id == 0 {
		if t = s.x.Names().Parent(t); t == model.NoThread {
			return t, false
		}
	}
	return t, s.future.Live(t)
}

// hasten is lines 6 to 10 of Figure 6 for event e and an operation that t will come to: t's first transition after e, or one that
// happens before it, is to be explored in state e.
func (s *stateful) hasten(e int, t model.Thread) {
	if s.addNextOf(e, s.x.Len(), t) {
		return
	}
	alts := s.of(e)
	for _, f := range s.source.races.Initials(e, s.x.Len()) {
		if i := find(alts, s.x.Choices()[f]); i >= 0 {
			alts[i].mark |= backtrack
			if s.future.InPast(int(f), t) {
				return
			}
		}
	}
	s.addAll(e)
}

// addNextOf marks, in state e, the transition that t took first after event e and before event end, or all that it offers if it
// took none; it says whether there are any. If t was started later, whoever starts it stands for it.
func (s *source) addNextOf(e, end int, t model.Thread) bool {
	t = s.races.Starter(e, t)
	alts, some := s.of(e), false
	for f := e + 1; f < end; f++ {
		if first := &s.alts[s.nodes[f].taken]; first.Takes(t) {
			i := find(alts, first.Choice)
			if i < 0 || alts[i].Op != first.Op || alts[i].PartnerOp != first.PartnerOp {
				return false
			}
			alts[i].mark |= backtrack
			return true
		}
	}
	for i := range alts {
		if alts[i].Takes(t) {
			alts[i].mark |= backtrack
			some = true
		}
	}
	return some
}
