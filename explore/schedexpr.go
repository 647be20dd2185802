package explore

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
)

// A reversedRace is the race that a schedule S reverses.
type reversedRace struct {
	e    reversal.KeptEvent // its first event
	from int                // the length of E1
	read bool               // S is a read schedule
	expr *schedExpr         // SchedChar[E1](S); nil if S is in the order of names
}

// A schedExpr is the schedule expressions that MkSchedChar(S, E1, e, E2) returns for a read schedule S, a read of x, as one: P_m > x, and
// P_i-1[phi] > x for each read schedule S_i on the way to where S was found and each phi that is one of its own. P = w0{e1}w1..{em}wm
// are the events on that way that are not in S, with the heads of the schedules between them, which are all in S. (The authors' implementation keeps
// expressions as trees, too: section 6.)
//
// What S holds of the way is not cut out but marked (past): how far the way goes along with S tells, at a schedule S_i, what of S
// comes before it. An expression that was made in another process is what was executed there, and learnt when it is needed: see learn.go.
type schedExpr struct {
	choices []model.Choice       // E1.e.w.hd(S)
	ends    []*reversedRace      // by event, as in branch
	first   int                  // the length of E1
	deeds   []reversal.KeptEvent // the events of choices; nil if they have not been learnt
	past    []int32              // E1.e.S, as events of each thread
}

// mkSchedChar is MkSchedChar(S, E1, e, E2), of which frame f has the execution.
func (s *pop) mkSchedChar(v *reversal.Schedule, f *frame) *schedExpr {
	if len(f.deeds) < len(f.choices) {
		s.describe(f)
	}
	head := v.Found
	return &schedExpr{f.choices[:head+1], f.ends[:head+1], v.N, f.deeds[:head+1], slices.Clone(s.x.Times(s.x.Event(int32(head)).Clock))}
}

// describe makes deeds of the events of f, which is the execution that has just ended.
func (s *pop) describe(f *frame) {
	f.deeds = slices.Grow(f.deeds, len(f.choices))[:len(f.choices)]
	for i := range f.deeds {
		f.deeds[i].Keep(s.x, i)
	}
}

// updSE is UpdSE for all of what is left of S', v, with t the thread of its head: it says whether S' precedes the schedule of which phi is.
func (s *pop) updSE(v *reversal.Remainder, t model.Thread, phi *schedExpr) bool {
	s.learn(phi)
	end := phi.nextEnd(phi.first)
	for i := phi.first + 1; i < len(phi.choices); i++ {
		if end < len(phi.ends) && phi.ends[end].from == i {
			if before, decided := s.atSchedule(v, t, phi, end); decided {
				return before
			}
			end = phi.nextEnd(end)
		}
		if s.updP(v, &phi.deeds[i], phi.past) {
			return true
		}
	}
	return false
}

// nextEnd is the first event after event i with which a schedule ends, or len(phi.ends).
func (phi *schedExpr) nextEnd(i int) int {
	for i++; i < len(phi.ends) && phi.ends[i] == nil; i++ {
	}
	return i
}
