package reversal

import (
	"slices"

	"heddle/model"
)

// A subsequence is a u of line 11 of Algorithm 6 of the source sets paper (2017), while it is being chosen for one candidate: some
// events of w = notdep(e, E), without any event that happens after one that is left out. So pre(E, e).u is a prefix.
type subsequence struct {
	*notdep
	v         *Sequence // u is its events
	candidate candidate
	u         prefix  // pre(E, e).u
	out       []int32 // the events of w that are left out, but for those that happen after one of them
	banned    []int32 // the events of w that are in no u after which e disables the candidate
}

// begin starts with an empty u.
func (s *subsequence) begin(c candidate) {
	for len(s.u) < len(s.base) {
		s.u = append(s.u, 0)
	}
	copy(s.u, s.base)
	s.candidate, s.out = c, s.out[:0]
	s.v.begin(s.notdep, s.u)
}

// disables says whether e disables the candidate after u.
func (s *subsequence) disables() bool {
	c := &s.candidate
	return s.v.enabled(&c.Transition, false) && (c.own || !s.v.enabled(&c.Transition, true))
}

// keepAll keeps all events of w, if none of them executes one of the candidate's operations, and says whether it did.
func (s *subsequence) keepAll() bool {
	c, to := &s.candidate, s.without()
	for _, k := range [...]int32{c.Op, c.PartnerOp} {
		if k < 0 {
			continue
		}
		if f := s.x.ExecutedBy(k); f >= 0 && f > s.e && to.holds(s.x.Event(f)) {
			return false
		}
	}
	copy(s.u, to)
	return true
}

func (s *subsequence) dropAll() { copy(s.u, s.base) }

// meetsAny says whether the candidate may be dependent with one of the events of w, all of which are kept.
func (s *subsequence) meetsAny() bool {
	c, x := &s.candidate, s.x
	for _, k := range [...]int32{c.Op, c.PartnerOp} {
		if k < 0 {
			continue
		}
		op := x.OpAt(k)
		if op.Barrier() || x.Relation().Refined() || s.touchedBy(op.Obj) || s.touchedBy(op.Clock) {
			return true
		}
		for i := range op.Cases {
			if s.touchedBy(op.Cases[i].Obj) {
				return true
			}
		}
	}
	return false
}

// touchedBy says whether u touches o.
func (s *subsequence) touchedBy(o model.Object) bool {
	if o == model.NoObject {
		return false
	}
	for range s.v.touches(o, false) {
		return true
	}
	return false
}

// keepFrom keeps the events of w from the i-th on, but for those that cannot be kept. It returns where it had to stop: before an event
// that can neither be kept nor left out.
func (s *subsequence) keepFrom(i int) int {
	w := s.events()
	for ; i < len(w); i++ {
		f := w[i]
		switch {
		case !s.excluded(f):
			s.u.keep(s.x.Event(f))
		case s.needs(f):
			return i
		default:
			s.out = append(s.out, f)
		}
	}
	return i
}

// dropFrom drops the events of w from the i-th on up to the one before to.
func (s *subsequence) dropFrom(i, to int) {
	w := s.events()
	for to--; to >= i; to-- {
		s.u.drop(s.x.Event(w[to]))
	}
}

// excluded says whether event f cannot come before the candidate: it executes one of the candidate's operations, is banned, or happens
// after an event that is left out.
func (s *subsequence) excluded(f int32) bool {
	c := &s.candidate
	return f == s.x.ExecutedBy(c.Op) || c.Joint() && f == s.x.ExecutedBy(c.PartnerOp) ||
		slices.Contains(s.banned, f) || slices.ContainsFunc(s.out, func(g int32) bool { return s.x.Reaches(g, s.x.Event(f).Clock) })
}

// needs says whether the candidate's operations can be pending only after event f.
func (s *subsequence) needs(f int32) bool {
	c := &s.candidate
	return s.x.Reaches(f, s.x.ReachedAt(c.Op)) || c.Joint() && s.x.Reaches(f, s.x.ReachedAt(c.PartnerOp))
}

// meets says whether the candidate is dependent with event f.
func (s *subsequence) meets(f int32) bool {
	c, ev := &s.candidate, s.x.Event(f)
	return s.x.DependsOn(ev, c.Op) || c.Joint() && s.x.DependsOn(ev, c.PartnerOp)
}

// ban calls decide, for the events of w from the i-th on, with event by banned. It does nothing if by has been kept already.
func (s *subsequence) ban(by int32, i int, decide func(int)) {
	if w := s.events(); i < len(w) && by >= w[i] {
		s.banned = append(s.banned, by)
		decide(i)
		s.banned = s.banned[:len(s.banned)-1]
	}
}

// onlyPast makes u of those events of w that are not left out and happen before the candidate.
func (s *subsequence) onlyPast() {
	c, x := &s.candidate, s.x
	copy(s.u, s.base)
	x.Join(s.u, x.ReachedAt(c.Op))
	if c.Joint() {
		x.Join(s.u, x.ReachedAt(c.PartnerOp))
	}
	out := 0
	for _, f := range s.events() {
		if out < len(s.out) && s.out[out] == f {
			out++
		} else if s.meets(f) {
			x.Join(s.u, x.Event(f).Clock)
		}
	}
}
