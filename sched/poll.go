package sched

import (
	"heddle/model"
	"heddle/sched/await"
	"heddle/sched/state"
)

// polls finds the loops that poll (package await), and has the memory into which the local states of threads are read.
type polls struct {
	await.Set
	source state.Source
	stack  state.Stack
	local  state.Local
}

// arrive notes that t stands before an operation.
func arrive(r *runtime, t *thread) {
	a, l := &t.await, &r.threads.polls.local
	if !r.threads.polls.Visits(a) {
		return
	}
	if l.Begin(&r.threads.polls.source); !readLocal(l, &r.threads.polls.stack, t) {
		a.Effect()
		return
	}
	round, passed := a.Visit(l.Hash(), r.clock.Base, r.objects.Made.Len())
	a.Sleeps = round && t.Op.Kind == model.TimerStart && !a.Timed()
	a.Waits = round && !passed && !a.Timed()
	if round && !passed && a.Timed() { // it waits for the clock
		saved := t.Operation
		sleep(r, t, a.Nap())
		a.Naps = false
		t.Operation, t.state = saved, pending
	}
}

// witness notes what the transition c of t, which is about to be executed, changes or looks at.
func witness(r *runtime, t *thread, c model.Choice) {
	var partner *await.Thread
	if c.Partner != model.NoThread {
		partner = &r.threads.byID[c.Partner].await
	}
	r.threads.polls.Take(&t.await, partner, c)
}

// futile reports whether t polls for ever, unless another thread does something.
func (t *thread) futile() bool { return rt.threads.polls.Futile(&t.await) }

// hopeless reports whether nothing changes any more, although time can pass: only threads that poll wait for it.
func hopeless(r *runtime) bool {
	for _, a := range r.algorithm.state.Alarms {
		if a.Thread == model.NoThread || !r.threads.byID[a.Thread].futile() {
			return false
		}
	}
	return r.threads.polls.On
}
