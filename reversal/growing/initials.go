package growing

import (
	"heddle/model"
	"heddle/trace"
)

// A Races answers which of the races of the newest event are reversible, and with what: lines 14 to 16 of Algorithm 1 of the source sets
// paper (2017), without running the program. E is the execution without its newest event, if a method does not say otherwise.
type Races struct {
	x      *trace.Execution
	firsts []int32 // see Initials
	seen   []int32 // by Thread: the stamp of the last search that met it
	stamp  int32
	chain  []int32 // scratch: touches of one object
}

// NewRaces returns a Races for the executions that x will hold.
func NewRaces(x *trace.Execution) *Races { return &Races{x: x} }

// Initials gathers the initials of notdep(e, E), where E is the first end events: those events after e that do not happen
// after e, and that no other such event happens before. Oldest first; valid until the next call.
func (r *Races) Initials(e, end int) []int32 {
	x := r.x
	for len(r.seen) < x.Width() {
		r.seen = append(r.seen, 0)
	}
	r.firsts = r.firsts[:0]
	r.stamp++
	left := x.Live(int32(e)) - 1
	if x.Event(int32(e)).Joint() {
		left--
	}
	for f := int32(e) + 1; f < int32(end) && left > 0; f++ {
		ev := x.Event(f)
		first := r.meet(ev.Op, e)
		if first {
			left--
		}
		if ev.Joint() { // a joint event is an initial only if it is the first of both its threads
			second := r.meet(ev.PartnerOp, e)
			if second {
				left--
			}
			first = first && second
		}
		if first && !x.Reaches(int32(e), ev.Clock) && !r.afterFirst(ev.Clock) {
			r.firsts = append(r.firsts, f)
		}
	}
	return r.firsts
}

// meet says whether the present search meets the thread of an operation for the first time, and the operation was pending in
// state n.
func (r *Races) meet(op int32, n int) bool {
	p := r.x.Operation(op)
	if r.seen[p.Thread] == r.stamp {
		return false
	}
	r.seen[p.Thread] = r.stamp
	return p.State <= int32(n)
}

// afterFirst says whether one of the initials so far happens before the event with clock s.
func (r *Races) afterFirst(s trace.Span) bool {
	for _, f := range r.firsts {
		if r.x.Reaches(f, s) {
			return true
		}
	}
	return false
}

// Initial says whether operation op, pending in the newest state, is an initial of notdep(e, E).op, where E is the whole execution: it
// was pending before e, and no event of notdep(e, E) is dependent with it.
func (r *Races) Initial(op int32, e int) bool {
	x := r.x
	p := x.Operation(op)
	if p.State > int32(e) {
		return false
	}
	if p.Op.Obj != model.NoObject && r.touchedSince(p.Op.Obj, model.Role(p.Op.Kind), e) {
		return false
	}
	if p.Op.Clock != model.NoObject && r.touchedSince(p.Op.Clock, p.Op.ClockRole(), e) {
		return false
	}
	for i := range p.Op.Cases {
		if o := p.Op.Cases[i].Obj; o != model.NoObject && r.touchedSince(o, p.Op.CaseRole(), e) {
			return false
		}
	}
	return true
}

// touchedSince says, for Initial, whether an event of notdep(e, E) touches o in a role that role depends on.
func (r *Races) touchedSince(o model.Object, role model.Role, e int) bool {
	x := r.x
	for k := x.Newest(o); k >= 0 && x.Touch(k).Event > int32(e); k = x.Touch(k).Prior {
		t := x.Touch(k)
		if x.Relation().Dependent(role, t.Role) && !x.Reaches(int32(e), x.Event(t.Event).Clock) {
			return true
		}
	}
	return false
}

// RaceOf says with which operation of the newest event e is in a race: its owner's, its partner's, or both.
func (r *Races) RaceOf(e int) (own, partner bool) {
	x := r.x
	n := x.Event(int32(x.Len()) - 1)
	own = x.DependsOn(x.Event(int32(e)), n.Op) && !x.Reaches(int32(e), x.ReachedAt(n.Op))
	partner = n.Joint() && x.DependsOn(x.Event(int32(e)), n.PartnerOp) && !x.Reaches(int32(e), x.ReachedAt(n.PartnerOp))
	return own || !partner, partner
}

// Starter is t if it is pending in the state before event e, else the nearest thread that is and that must go on so that t is.
func (r *Races) Starter(e int, t model.Thread) model.Thread {
	x := r.x
	for ; t != model.NoThread; t = trace.Starter(x, t, int32(e)) {
		if x.PendingAt(t, int32(e)) >= 0 {
			return t
		}
	}
	return model.NoThread
}
