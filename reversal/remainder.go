package reversal

import (
	"slices"

	"heddle/model"
)

// A Remainder is what is left of a schedule while it is compared with the events of another execution, which begins with the same events:
// for the schedule expressions of POP.
//
// They come after e, which the head is in a race with. Under Refined they have the roles that they had there, the head that which it has there.
type Remainder struct{ Sequence }

// Since makes v the schedule with the same head after the first n events, of which there are no more than s.N: what happens before
// the head and is not among them, and the head.
func (s *Schedule) Since(n int, v *Remainder) {
	x := s.x
	v.turns = false
	if e := x.Op(s.N); x.Relation().Refined() && e.Steady() {
		v.turns, v.turned = true, found{e.Obj, x.FoundAt(e.Obj, int32(s.Found))}
	}
	v.x, v.N, v.early, v.last, v.ended, v.passed = x, n, false, s.last, false, v.passed[:0]
	v.to = append(v.to[:0], s.past...)
	for i := n; i < s.N; i++ {
		if s.depends(int32(i)) {
			x.Join(v.to, x.Event(int32(i)).Clock)
		}
	}
	v.at = v.at[:0]
	for t := range x.Width() {
		k := x.EventsOf(threadAt(t)).Search(int32(n))
		v.at = append(v.at, k)
		v.to[t] = max(v.to[t], k)
	}
	v.from = append(v.from[:0], v.at...)
}

// Holds says whether v holds event d, or held it.
func (v *Remainder) Holds(d *KeptEvent) bool { return d.index <= v.to[d.Thread] }

// Skip removes event d, which v holds, whatever is left before it.
func (v *Remainder) Skip(d *KeptEvent) {
	v.at[d.Thread] = max(v.at[d.Thread], d.index)
	if d.joint {
		v.at[d.Partner] = max(v.at[d.Partner], d.partnerIndex)
	}
}

// Begins says whether d is a weak initial of what is left of v.
func (v *Remainder) Begins(d *KeptEvent) bool {
	v.kept = d
	defer func() { v.kept = nil }()
	if d.joint {
		return v.WeakInitial(d.Choice, &d.Op, &d.other)
	}
	return v.WeakInitial(d.Choice, &d.Op, nil)
}

// Over says whether nothing is left of v.
func (v *Remainder) Over() bool { return v.ended && slices.Equal(v.at, v.to) }

// First calls visit with the thread t of each event that is left of v and dependent with d, unless another such event happens before it.
// The operation of d must be Steady, and h an event that reads after d what d left. Meanwhile w is what is left of v up to the event.
// First stops, and returns true, when visit does.
func (v *Remainder) First(d, h *KeptEvent, w *Remainder, visit func(t model.Thread) bool) bool {
	x := v.x
	none := true
	for k := v.newest(d, noEvent); k >= 0; k = v.newest(d, k) {
		none = false
		e := x.Event(k)
		if e.Takes(d.Thread) || v.afterAnother(d, k) {
			continue
		}
		w.restOf(v)
		w.to = append(w.to[:0], v.at...)
		x.Join(w.to, e.Clock)
		w.to.drop(x, e)
		w.last, w.ended = e.Transition, false
		w.turn(d, h)
		if visit(e.Thread) {
			return true
		}
	}
	switch {
	case !none || !v.headMeets(d):
		return false
	case v.headCovers(d):
		return true
	}
	w.restOf(v)
	w.turn(d, h)
	return visit(v.last.Thread)
}

// headMeets says whether the head is left and dependent with d, which is not the head's own.
func (v *Remainder) headMeets(d *KeptEvent) bool {
	x := v.x
	if v.ended || v.last.Takes(d.Thread) || !x.Dependence().Dependent(x.OpAt(v.last.Op), &d.Op) {
		return false
	}
	v.kept = d
	defer func() { v.kept = nil }()
	return !x.Relation().Refined() || !v.lastApart(v.last.Op, &d.Op)
}

// headCovers says whether, under Refined, all that conflicts with d conflicts with the head.
func (v *Remainder) headCovers(d *KeptEvent) bool {
	x, o := v.x, d.Op.Obj
	op := x.OpAt(v.last.Op)
	return x.Relation().Refined() && op.Touches(o) && x.Relation().Includes(v.foundLast(o).RoleOf(op, o), d.finds(o).RoleOf(&d.Op, o))
}

// Covers says, under Refined, whether the head is the first of what is left of v that is dependent with d, and conflicts with all that conflicts with d.
func (v *Remainder) Covers(d *KeptEvent) bool {
	return v.x.Relation().Refined() && v.newest(d, noEvent) < 0 && v.headMeets(d) && v.headCovers(d)
}

// newest is the newest event before event end that is left of v and dependent with d, -1 for none.
func (v *Remainder) newest(d *KeptEvent, end int32) int32 {
	x := v.x
	for k := x.Newest(d.Op.Obj); k >= 0 && int(x.Touch(k).Event) >= v.N; k = x.Touch(k).Prior {
		f := x.Touch(k).Event
		if e := x.Event(f); f < end && v.to.holds(e) && !v.at.holds(e) && v.depends(d, k) {
			return f
		}
	}
	return -1
}

// depends says whether d is dependent with touch k, of an event that is left.
func (v *Remainder) depends(d *KeptEvent, k int32) bool {
	x, t := v.x, v.x.Touch(k)
	if x.Relation().Refined() {
		return x.Relation().Conflicts(d.finds(t.Object).RoleOf(&d.Op, t.Object), t.Role)
	}
	return x.Dependence().Dependent(x.OpAt(x.Event(t.Event).Op), &d.Op)
}

// afterAnother says whether event f happens after another one that is left of v and dependent with d.
func (v *Remainder) afterAnother(d *KeptEvent, f int32) bool {
	for k := v.newest(d, f); k >= 0; k = v.newest(d, k) {
		if v.x.Reaches(k, v.x.Event(f).Clock) {
			return true
		}
	}
	return false
}

// turn makes the head find what h found after d.
func (v *Remainder) turn(d, h *KeptEvent) {
	if v.x.Relation().Refined() {
		v.turns, v.turned = true, found{d.Op.Obj, h.finds(d.Op.Obj)}
	}
}

// restOf makes v what is left of w.
func (v *Remainder) restOf(w *Remainder) {
	v.x, v.N, v.last, v.ended, v.passed, v.turns = w.x, w.N, w.last, w.ended, append(v.passed[:0], w.passed...), false
	v.at, v.to, v.from = append(v.at[:0], w.at...), append(v.to[:0], w.to...), append(v.from[:0], w.at...)
}
