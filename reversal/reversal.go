package reversal

import "heddle/trace"

// A reversal is what Reversals, Extensions and Schedules share. Each of them goes through the events e of an execution E that is over,
// newest first, and shows sequences that begin after pre(E, e): some events of notdep(e, E), and one transition that is in a race with
// e. That is an event of E, or a transition that e disables.
//
// What happens before an event of notdep(e, E) is in pre(E, e) or in notdep(e, E) itself. Only parts u of notdep(e, E) with the same
// property matter. So pre(E, e).u is a prefix of the trace: the first events of each thread.
type reversal struct {
	x        *trace.Execution
	races    raceIndex
	notdep   notdep
	disabled disabled
	u        subsequence
	alarms   alarms
	v        Sequence
}

// init begins with an execution. It is called once.
func (r *reversal) init(x *trace.Execution, each func(candidate)) {
	r.x = x
	r.races = raceIndex{x: x, old: x.Watch()}
	r.alarms = alarms{x: x, numbers: map[alarm]int32{}}
	r.notdep = notdep{x: x}
	r.disabled = disabled{notdep: &r.notdep, alarms: &r.alarms, each: each, below: noEvent}
	r.u = subsequence{notdep: &r.notdep, v: &r.v, balance: trace.NewBalance(x)}
	r.v.after = after{x: x, alarms: &r.alarms}
}

// prepare begins with the execution as it is now.
func (r *reversal) prepare() {
	r.races.update()
	r.disabled.prepare(r.races.fresh)
	r.alarms.index(r.races.fresh)
	r.notdep.begin()
}
