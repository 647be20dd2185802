package stateful

import (
	"slices"

	"heddle/explore/search"
	"heddle/explore/source"
	"heddle/model"
	"heddle/reversal/growing"
	"heddle/trace"
)

// UpdateBacktrackSets of Figure 6: everySet, for the races of operations that are executed or pending, and updater, for those
// that are ahead of a visited state.

// everySet adds p itself, or what happens before it, whatever is in the backtrack set already. So an exploration that explores more
// can only add more.
type everySet struct{ x *trace.Execution }

// Reverse is for the race between event e and the newest event, which is p's, or p's and its partner's.
func (v everySet) Reverse(s *source.BacktrackSets, e int) {
	end := v.x.Len() - 1
	p := s.Taken(end)
	own, partner := s.Races.RaceOf(e)
	if own && !v.addNextOf(s, e, end, p.Thread) || partner && !v.addNextOf(s, e, end, p.Partner) {
		s.Add(e, keep(s.Races.Initials(e, end), func(f int32) bool { return v.x.HappensBefore(int(f), end) }))
	}
}

// Disabled is for operation op, which is pending in the newest state, and the event that disables it.
func (v everySet) Disabled(s *source.BacktrackSets, d growing.Disabler, op int32) {
	e, end := d.Event, v.x.Len()
	initials := s.Races.Initials(e, end)
	switch {
	case d.Past:
		s.Add(e, s.Leading(initials, op))
	case d.Joint && s.Races.Initial(op, e):
		// A joint transition with a thread of the event is a rival of the event, and is explored as such.
	case !v.addNextOf(s, e, end, v.x.Operation(op).Thread):
		leads := func(f int32) bool { return v.x.Precedes(int(f), op) }
		if slices.ContainsFunc(initials, leads) {
			initials = keep(initials, leads)
		}
		s.Add(e, initials)
	}
}

// Lost adds t.
func (everySet) Lost(_ *source.BacktrackSets, _ int, t *search.Transition) {
	t.Mark |= search.Backtrack
}

// keep deletes the events that are not good.
func keep(events []int32, good func(int32) bool) []int32 {
	return slices.DeleteFunc(events, func(f int32) bool { return !good(f) })
}

// addNextOf adds, in state e, the first transition that t took after event e and before event end, or all transitions of t if it
// took none. It returns whether there are any. If t was started later, the thread that starts it takes its place.
func (v everySet) addNextOf(s *source.BacktrackSets, e, end int, t model.Thread) bool {
	t = s.Races.Starter(e, t)
	offered, some := s.Offered(e), false
	for f := e + 1; f < end; f++ {
		if first := s.Taken(f); first.Takes(t) {
			i := search.Index(offered, first.Choice)
			if i < 0 || offered[i].Op != first.Op || offered[i].PartnerOp != first.PartnerOp {
				return false
			}
			offered[i].Mark |= search.Backtrack
			return true
		}
	}
	for i := range offered {
		if offered[i].Takes(t) {
			offered[i].Mark |= search.Backtrack
			some = true
		}
	}
	return some
}

// An updater is UpdateBacktrackSets for what is ahead of a state that was visited before.
type updater struct {
	everySet
	sets    *source.BacktrackSets
	futures *growing.Futures
	locals  *localIDs
	// overdrawn is scratch: the WaitGroups whose counter falls below zero in what is ahead.
	overdrawn []model.Object
}

// update makes sure that the operations of the set, which are ahead of the newest state, are executed before the events that they
// are in a race with.
func (u *updater) update(operations *operationsAhead, set int32) {
	ahead := operations.sets.sets[set]
	u.overdrawn = u.overdrawn[:0]
	for n := range ahead.all {
		if f := &operations.list[n]; f.overdraws {
			u.overdrawn = append(u.overdrawn, f.op.Obj)
		}
	}
	for n := range ahead.all {
		f := &operations.list[n]
		t := u.locals.seen(f.thread) // the thread that is to go on before f.thread does anything
		if t == model.NoThread || !u.futures.Live(t) {
			continue
		}
		overdraws := f.overdraws || f.op.Kind == model.WGWait && slices.Contains(u.overdrawn, f.op.Obj)
		for _, r := range u.futures.Races(&f.op, t, overdraws) {
			switch {
			case r.Unclear:
				u.sets.AddAll(r.Event)
			case r.Offered:
				u.addNextOf(u.sets, r.Event, u.x.Len(), t)
			default:
				u.hasten(r.Event, t)
			}
		}
	}
}

// hasten is lines 6 to 10 of Figure 6 for event e and an operation of t that is ahead. It adds, in state e, t's first transition after e,
// or one that happens before it.
func (u *updater) hasten(e int, t model.Thread) {
	if u.addNextOf(u.sets, e, u.x.Len(), t) {
		return
	}
	offered := u.sets.Offered(e)
	for _, f := range u.sets.Races.Initials(e, u.x.Len()) {
		if i := search.Index(offered, u.x.Event(f).Choice); i >= 0 {
			offered[i].Mark |= search.Backtrack
			if u.futures.InPast(int(f), t) {
				return
			}
		}
	}
	u.sets.AddAll(e)
}
