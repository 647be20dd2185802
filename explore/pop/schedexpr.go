package pop

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// A schedExpr is all the schedule expressions that MkSchedChar(S, E1, e, E2) returns for a read schedule S, a read of x, in one: P_m > x, and
// P_i-1[phi] > x for each read schedule S_i on the path to where S was found and each expression phi of S_i. P = w0{e1}w1..{em}wm
// are the events on that path that are not in S, with the heads of the schedules between them, which are all in S. (The authors'
// implementation keeps expressions as trees, too: section 6.)
//
// The events of S on the path are not removed but marked (past), because they say, at a schedule S_i, which events of S come before
// it. An expression that was made in another process is known by its choices only, until it is needed: see rerun.go.
type schedExpr struct {
	choices []model.Choice // E1.e.w.hd(S)
	ends    endings
	first   int                  // the length of E1
	deeds   []reversal.KeptEvent // the events of choices; nil if they have not been learnt
	past    []int32              // E1.e.S, as events of each thread
}

// mkSchedChar is MkSchedChar(S, E1, e, E2). x is the execution of f.
func (f *frame) mkSchedChar(v *reversal.Schedule, x *trace.Execution) *schedExpr {
	if len(f.deeds) < len(f.choices) {
		f.deeds = slices.Grow(f.deeds, len(f.choices))[:len(f.choices)]
		for i := range f.deeds {
			f.deeds[i].Keep(x, i)
		}
	}
	head := v.Found
	return &schedExpr{f.choices[:head+1], f.ends[:f.ends.after(head)], v.N, f.deeds[:head+1], slices.Clone(x.Times(x.Event(int32(head)).Clock))}
}

// updSE is UpdSE for the rest of S', v, whose head is of thread t. It returns whether S' precedes the schedule of phi.
func (s *ssChar) updSE(v *reversal.Remainder, t model.Thread, phi *schedExpr) bool {
	s.reruns.learn(phi)
	k := phi.ends.after(phi.first)
	for i := phi.first + 1; i < len(phi.choices); i++ {
		if k < len(phi.ends) && phi.ends[k].race.from == i {
			if before, decided := s.atSchedule(v, t, phi, phi.ends[k]); decided {
				return before
			}
			k++
		}
		if s.updP(v, &phi.deeds[i], phi.past) {
			return true
		}
	}
	return false
}
