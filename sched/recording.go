package sched

import (
	"heddle/model"
	"heddle/sched/record"
)

// Recording is running one schedule again, with stacks: nothing of what is here happens while exploring.

// record describes the transition c of t before it is executed.
func (r *runtime) record(t *thread, c model.Choice) {
	var partner *record.Trail
	if c.Partner != model.NoThread {
		partner = &r.threads.byID[c.Partner].trail
	}
	r.recorder.Step(c, &t.op, &t.trail, partner)
}

// recordValue sends the last step, if it is of t, with the value that its operation left: t goes on to another one.
func (r *runtime) recordValue(t *thread) {
	if !r.recorder.Awaits(t.id) {
		return
	}
	value := ""
	if shown := gates[t.op.Kind].shown; shown != nil && t.where != nil {
		value = shown(t)
	}
	r.recorder.Finish(value)
}

// recordAccess counts a plain access and keeps its stack if it is wanted.
func (r *runtime) recordAccess(t *thread, write bool, misuse string) {
	if !r.recorder.Access(t.id) {
		return
	}
	at := t.trail.At
	if misuse == "" {
		at = stack(nil)
	}
	r.recorder.KeepAccess(t.id, write, at)
}
