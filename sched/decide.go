package sched

import (
	goruntime "runtime"
	"slices"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
)

// next returns the thread that goes on, nil when the execution is over. No managed goroutine may be running.
func (r *runtime) next() *thread {
	ok := false
	defer func() {
		if !ok {
			hook.Crash(recover())
		}
	}()
	t := r.findNext()
	ok = true
	return t
}

// findNext is next, but for panics of the engine.
func (r *runtime) findNext() *thread {
	for {
		if t := r.threads.queued(); t != nil {
			return t
		}
		c, ok := r.choose()
		if !ok {
			return nil
		}
		if t := r.take(c); t != nil {
			return t
		}
	}
}

// choose returns the next transition, which the prefix or the algorithm gives; false when the execution is over.
func (r *runtime) choose() (model.Choice, bool) {
	if c, ok := r.prefix.Next(); ok {
		t := r.threads.of(c.Thread)
		if !r.offers(t, c) || !r.prefix.AsBefore(c, &t.Op) {
			r.diverge(t, c)
			return c, false
		}
		r.prefix.Taken++
		return c, true
	}
	if !r.draining && tooLong(r) {
		return model.Choice{}, false
	}
	if hook.Stress && r.prefix.Taken%8 == 0 && !hook.MemYields && !hook.Watched() {
		goruntime.GC()
	}
	if r.threads.polls.Suspect && r.order.Detector != nil { // not in a drain, which ends
		r.doubts.Polls = true
		return model.Choice{}, false
	}
	if r.events.sections.on() && r.order.Detector != nil && r.order.Detector.Partial() {
		r.events.sections.blind(r)
	}
	if r.events.sections.wrong {
		return r.events.sections.goOn(r)
	}
	enabled := r.look()
	if len(r.threads.list) > 1 {
		r.clock.Look()
	}
	r.watched.program = false
	c, ok := r.algorithm.decide(&r.algorithm.state)
	r.watched.program = true
	if enabled == 0 {
		r.ending.Maximal = true
		return c, false
	}
	if ok {
		r.prefix.Taken++
	}
	return c, ok
}

// diverge ends the execution, which cannot take c, the next transition of its prefix. The thread t of c is nil if there is none.
func (r *runtime) diverge(t *thread, c model.Choice) {
	r.ending.Diverged = true
	path := r.threads.names.Path(c.Thread)
	if t == nil {
		r.prefix.Missing(path)
	} else {
		r.prefix.Differs(path, t.state == pending, &t.Op)
	}
}

// look updates the state that the algorithm sees, and returns the number of transitions that it offers.
func (r *runtime) look() int {
	n := 0
	p := r.algorithm.state.Pending[:0]
	r.algorithm.state.Horizon = r.clock.Horizon()
	r.algorithm.state.Alarms = r.clock.Alarms(r.algorithm.state.Alarms[:0])
	for _, t := range r.threads.list {
		if t.state != pending || t.twin.waits() {
			continue
		}
		t.Alts = r.alternatives(t, t.Alts[:0])
		n += len(t.Alts)
		p = slices.Grow(p, 1)[:len(p)+1]
		x := &p[len(p)-1] // filled in place: copying it would take longer
		x.Thread, x.Parent, x.Op, x.Alts, x.Value = t.id, t.parent, t.Op, t.Alts, t.Value()
		x.After, x.Since = t.twin.after()
		if t.await.Waits {
			x.Op = model.Op{Kind: model.Never, Obj: model.NoObject, Clock: model.NoObject}
		} else if b := t.settles; b != nil {
			x.Op = b.Shown(x.Op, len(t.Alts) > 0)
		} else if t.sleeps() {
			x.Op = t.bubble.Shown(x.Op, len(t.Alts) > 0)
		}
	}
	r.algorithm.state.Pending = p
	r.algorithm.state.Memory = nil
	if r.config.Matches && len(r.threads.bubbles) == 0 && !r.threads.files && !hook.Coros && !r.draining && !hook.Watched() && !r.config.Doubts.Collects && !(r.config.Changed != nil && r.config.Changed()) {
		r.algorithm.state.Memory = r.memory
	}
	if n > 0 {
		return n
	}
	switch r.ending.GivenUp = r.threads.polls.GivesUp(); {
	case !r.ending.GivenUp:
		return r.lookFar()
	case r.threads.list[0].state == pending && !r.draining && r.threads.polls.Toggles():
		r.fail(failure.Cycle(r.threads.list[0].id, r.threads.blocked()))
	case rouses(r):
		return r.look()
	}
	return 0
}

// offers reports whether the state offers c, a transition of t. T is nil if there is no such thread.
func (r *runtime) offers(t *thread, c model.Choice) bool {
	if t == nil || t.state != pending {
		return false
	}
	if g := &gates[t.Op.Kind]; g.alternatives == nil && !t.await.Waits && c == (model.Choice{Thread: t.id, Partner: model.NoThread}) &&
		(g.enabled == nil || g.enabled(t)) {
		return true // as most are; where states follow, look makes the list
	}
	t.Alts = r.alternatives(t, t.Alts[:0])
	return slices.Contains(t.Alts, c) || r.offersFar(t) || t.await.Waits && rouses(r) && r.offers(t, c)
}

// rouses makes the threads look again that have missed something, if that is done (package await), and reports whether there are any.
func rouses(r *runtime) bool { return r.config.Matches && !r.draining && r.threads.polls.Rouse() }

// alternatives appends the transitions that the pending operation of t offers.
func (r *runtime) alternatives(t *thread, to []model.Choice) []model.Choice {
	if t.await.Waits && !(r.draining && r.threads.polls.Missed(&t.await)) {
		return to
	}
	g := &gates[t.Op.Kind]
	if g.alternatives != nil {
		return g.alternatives(r, t, to)
	}
	if g.enabled == nil || g.enabled(t) {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

// take executes the engine's part of the transition c. It returns the thread that goes on, nil after a timer has fired.
func (r *runtime) take(c model.Choice) *thread {
	t := r.threads.byID[c.Thread]
	r.watched.steps++
	t.twin.executed++
	if t.Op.Joint(c) {
		r.threads.byID[c.Partner].twin.executed++
	}
	r.prefix.Remember(c, &t.Op)
	r.order.Mark()
	if r.config.OnChoice != nil && !r.draining {
		r.config.OnChoice(c)
	}
	if r.recorder != nil && !r.draining {
		r.record(t, c)
	}
	r.threads.polls.Take(&t.await, c)
	if take := gates[t.Op.Kind].take; take != nil {
		take(r, t, c)
	}
	if t.timer != nil {
		return nil
	}
	t.state = running
	return t
}

// lookFar offers the earliest timers, when nothing else is offered, and returns their number. Such an event comes after everything before
// it (Op.Arg is 1).
func (r *runtime) lookFar() int {
	if r.clock.Stopped || r.threads.polls.Hopeless() {
		return 0
	}
	n, due := 0, r.clock.Due()
	for i := range r.algorithm.state.Pending {
		p := &r.algorithm.state.Pending[i]
		t := r.threads.byID[p.Thread]
		if !t.far(due) {
			continue
		}
		t.Op.Arg = 1
		t.Alts = append(t.Alts[:0], model.Choice{Thread: t.id, Partner: model.NoThread})
		p.Op, p.Alts = t.Op, t.Alts
		n++
	}
	return n
}

// offersFar is offers for a far timer. That nothing else could run was checked when the prefix was run for the first time.
func (r *runtime) offersFar(t *thread) bool {
	if r.clock.Stopped || !t.far(r.clock.Due()) {
		return false
	}
	t.Op.Arg = 1
	return true
}
