package sched

import (
	"heddle/model"
	"heddle/result"
	"heddle/sched/failure"
	"heddle/sched/record"
)

// What is here is called only in an execution that is recorded.

// record records the transition c of t, which is about to be executed.
func (r *runtime) record(t *thread, c model.Choice) {
	var partner *record.Trail
	if c.Partner != model.NoThread {
		partner = &r.threads.byID[c.Partner].trail
	}
	switch {
	case t.Op.Kind == model.Wake && !t.sleeps():
		r.recorder.Fire(t.id, t.When, t.Timing[0], t.trail.At, ready(r))
	case t.timer != nil:
		r.recorder.Fire(t.id, t.timer.When, t.timer.After, t.trail.Created, ready(r))
	}
	r.recorder.Step(c, &t.Op, &t.trail, partner)
	if gates[t.Op.Kind].shown == nil {
		r.recordValue(t) // there is none to wait for
	}
}

// ready describes the goroutines that can go on and do not wait for the clock.
func ready(r *runtime) (list []result.Late) {
	for _, u := range r.threads.list {
		if u.state == pending && !u.Op.Kind.Timer() && len(r.alternatives(u, u.Alts[:0])) > 0 {
			list = append(list, r.recorder.Late(u.id, &u.Op, &u.trail))
		}
	}
	return list
}

// recordValue completes the last step, if it is of t, with the value of the object. It is called before t goes on to another operation.
func (r *runtime) recordValue(t *thread) {
	if !r.recorder.Awaits(t.id) {
		return
	}
	value := ""
	if shown := gates[t.Op.Kind].shown; shown != nil && t.Where != nil {
		value = shown(t)
	}
	r.recorder.Finish(value)
}

// recordAccess counts an access, and records its stack if it is wanted.
func (r *runtime) recordAccess(t *thread, write, atomic bool, misuse string) {
	if !r.recorder.Access(t.id) {
		return
	}
	at, op := t.trail.At, record.OpNames[t.Op.Kind]
	if misuse == "" {
		at, op = failure.Stack(nil), ""
	}
	r.recorder.KeepAccess(t.id, write, atomic, at, op)
}
