package trace

import (
	"slices"

	"heddle/model"
)

// This file answers how a schedule, which is found in one execution, and the events of another one go together. Both executions
// begin with the same events.

// Since makes v the schedule with the same head after the first n events, of which there are no more than s.N: what happens before
// the head and is not among them, and the head.
func (s *Schedule) Since(n int, v *Sequence) {
	x := s.x
	v.x, v.N, v.last, v.ended, v.passed = x, n, s.last, false, v.passed[:0]
	v.to = append(v.to[:0], s.past...)
	for i := n; i < s.N; i++ {
		if s.depends(int32(i)) {
			x.join(v.to, x.events[i].clock)
		}
	}
	v.at = v.at[:0]
	for t := range x.threads {
		k, _ := slices.BinarySearch(x.threads[t].events, int32(n))
		v.at = append(v.at, int32(k))
		v.to[t] = max(v.to[t], int32(k))
	}
	v.from = append(v.from[:0], v.at...)
}

// Holds says whether v holds event d, or held it.
func (v *Sequence) Holds(d *Deed) bool { return d.index <= v.to[d.Thread] }

// Skip takes out event d, which v holds, whatever is left before it.
func (v *Sequence) Skip(d *Deed) {
	v.at[d.Thread] = max(v.at[d.Thread], d.index)
	if d.joint {
		v.at[d.Partner] = max(v.at[d.Partner], d.partnerIndex)
	}
}

// Begins says whether d is a weak initial of what is left of v.
func (v *Sequence) Begins(d *Deed) bool {
	if d.joint {
		return v.WeakInitial(d.Choice, &d.Op, &d.Other)
	}
	return v.WeakInitial(d.Choice, &d.Op, nil)
}

// Over says whether nothing is left of v.
func (v *Sequence) Over() bool { return v.ended && slices.Equal(v.at, v.to) }

// First calls visit with each event that is left of v and is dependent with d, whose operation is steady, but for those before which another one
// happens; w then is what is left of v up to the event, which is one of thread t. It stops, and returns true, when visit does.
func (v *Sequence) First(d *Deed, w *Sequence, visit func(t model.Thread) bool) bool {
	x := v.x
	none := true
	for k := v.newest(d, noEvent); k >= 0; k = v.newest(d, k) {
		none = false
		e := &x.events[k]
		if v.afterAnother(d, k) {
			continue
		}
		w.restOf(v)
		w.to = append(w.to[:0], v.at...)
		x.join(w.to, e.clock)
		w.ended = true
		if visit(e.Thread) {
			return true
		}
	}
	if none && !v.ended && x.dep.Dependent(&x.ops[v.last.Op].op, &d.Op) {
		w.restOf(v)
		return visit(v.last.Thread)
	}
	return false
}

// newest is the newest event before event end that is left of v and dependent with d, -1 for none.
func (v *Sequence) newest(d *Deed, end int32) int32 {
	x := v.x
	if int(d.Op.Obj) >= len(x.objects) {
		return -1
	}
	for k := x.objects[d.Op.Obj].last; k >= 0 && int(x.touches[k].event) >= v.N; k = x.touches[k].prior {
		f := x.touches[k].event
		if e := &x.events[f]; f < end && v.to.holds(e) && !v.at.holds(e) && x.dep.Dependent(&x.ops[e.Op].op, &d.Op) {
			return f
		}
	}
	return -1
}

// afterAnother says whether event f happens after another one that is left of v and dependent with d.
func (v *Sequence) afterAnother(d *Deed, f int32) bool {
	for k := v.newest(d, f); k >= 0; k = v.newest(d, k) {
		if v.x.reaches(k, v.x.events[f].clock) {
			return true
		}
	}
	return false
}

// restOf makes v what is left of w.
func (v *Sequence) restOf(w *Sequence) {
	v.x, v.N, v.last, v.ended, v.passed = w.x, w.N, w.last, w.ended, append(v.passed[:0], w.passed...)
	v.at, v.to, v.from = append(v.at[:0], w.at...), append(v.to[:0], w.to...), append(v.from[:0], w.at...)
}
