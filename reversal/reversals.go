package reversal

import "heddle/trace"

// Reversals are the sequences v that reverse races of an execution E that is over: lines 3 to 5 and 8 to 13 of Algorithm 6 of the source
// sets paper (2017). Each begins after pre(E, e), for an event e of E. It has as many events of notdep(e, E) as it can, and then one
// transition that is in a race with e.
type Reversals struct {
	reversal
	visit func(*Sequence)
}

// NewReversals returns a Reversals for the executions that x will hold.
func NewReversals(x *trace.Execution) *Reversals {
	r := new(Reversals)
	r.init(x, r.extend)
	return r
}

// Each calls visit with each sequence, except those of the call before: the ones without a new event in notdep(e, E) or at the
// end. The sequence is valid until visit returns, and visit may take steps from it. Longest prefix first.
func (r *Reversals) Each(visit func(*Sequence)) { r.each(visit, r.disabled.by) }

// each is Each, where disabled shows what e disables.
func (r *Reversals) each(visit func(*Sequence), disabled func()) {
	r.visit = visit
	r.prepare()
	fresh, below := r.races.fresh, r.disabled.below
	for e := int32(r.x.Len()) - 1; e >= 0; e-- {
		if e == fresh-1 {
			r.races.findNews(r.notdep.base)
		}
		r.notdep.leaveOut(e)
		again := e >= fresh || r.races.grown(e)
		for f := range r.races.of(e, again) {
			r.reverse(f)
		}
		if again || r.disabled.timers || below >= fresh && below != noEvent {
			disabled()
		}
	}
}

// reverse shows notdep(e, E).f, for an event f that is in a race with e, if f can be executed there.
func (r *Reversals) reverse(f int32) {
	e := r.x.Event(f)
	r.v.begin(&r.notdep, r.notdep.without())
	if r.v.enabled(&e.Transition, false) {
		r.show(&e.Transition)
	}
}

// show shows the sequence that has been begun, with t as its last step.
func (r *Reversals) show(t *trace.Transition) {
	r.v.end(*t)
	r.visit(&r.v)
}

// extend shows all sequences u.c after which e would disable c.
func (r *Reversals) extend(c candidate) {
	switch {
	case !r.u.begin(c):
	case !r.u.counted():
		r.u.meet()
		r.choose(0)
	case r.u.useUp() && r.u.disables():
		r.show(&c.Transition)
	}
}

// choose decides about the events of w = notdep(e, E) that the candidate meets, from the i-th on. It keeps all that can be kept. Only if e
// does not disable the candidate after that does it leave out, in turn, each of these events: if v.c comes after a smaller part of w as
// well, it is met again. An execution that begins with u.c shows the races between c and the events of u that are not in v, and the
// transitions that these disable. Extensions wants all parts.
func (r *Reversals) choose(i int) {
	u, early := &r.u, r.notdep.early
	u.all()
	if u.disables() {
		r.show(&u.candidate.Transition)
		if !early {
			return
		}
	} else if !early {
		if by, possible := u.heldUp(); !possible {
			return
		} else if by >= 0 {
			u.ban(by, i, r.choose)
			return
		}
	}
	for ; i < len(u.met); i++ {
		if f := u.met[i]; !u.excluded(f) {
			u.leaveOut(f, i+1, r.choose)
		}
	}
}
