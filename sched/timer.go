package sched

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/await"
	"heddle/sched/clock"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// hookNow is time.Now of a managed goroutine or of a timer's function.
func hookNow() int64 {
	r := &rt
	if b := r.threads.running.bubble; b != nil {
		return b.Clock.Now // it is another one only after an Idle
	}
	if hook.Firing != 0 {
		return r.clock.Now + r.order.Reads.Of(r.threads.running.id)
	}
	t := r.leave()
	if !r.events.callers.Exempt() {
		t.Op = model.Op{Kind: model.Now, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	r.enter(t, t.g)
	if r.threads.polls.On && t.await.Idle > await.Slow {
		return r.clock.Now + r.order.Reads.Of(t.id)
	}
	return r.clock.Now + r.order.Reads.Read(t.id)
}

// hookSleep is time.Sleep. It is two operations: one reads the clock, the other waits.
func hookSleep(ns int64) {
	if ns <= 0 {
		return
	}
	r := &rt
	t := r.leave()
	if b := t.bubble; b != nil {
		t.When, t.Timing = clock.After(b.Clock.Now, ns), [2]int64{ns}
		b.Clock.Sleep(t.id, t.When, false)
		t.Op = model.Op{Kind: model.Wake, Obj: model.NoObject, Clock: b.Name}
		r.yield(t)
	} else {
		sleep(r, t, ns)
	}
	r.enter(t, t.g)
}

func sleep(r *runtime, t *thread, ns int64) {
	t.Op = model.Op{Kind: model.TimerStart, Obj: model.NoObject, Clock: object.Clock}
	t.Cases = t.Cases[:0]
	t.Timing, t.Starts = [2]int64{ns}, nil
	r.yield(t)
	t.When = clock.Deadline(r.clock.Now, ns)
	r.clock.Sleep(t.id, t.When, t.await.Naps)
	t.Op = model.Op{Kind: model.Wake, Obj: model.NoObject, Clock: object.Clock}
	r.yield(t)
}

// hookTimerNew is the start of a new timer. The timer is a child of the running thread. A negative period says that it is the deadline of the
// readers (-1) or the writers (-2) of the file at c.
func hookTimerNew(p unsafe.Pointer, when, period int64, f func(any, uintptr, int64), arg any, c unsafe.Pointer) {
	r := &rt
	t := r.leave()
	when = deadline(r, t, when)
	tm := &clock.Timer{P: p, When: when, Period: period, F: f, Arg: arg, C: c}
	if period < 0 {
		tm.File, tm.C, tm.Period = clock.File{P: c, Writers: period < -1}, nil, 0
		c, period = nil, 0
	}
	if t.Timing, t.Starts = [2]int64{when, period}, tm; t.bubble == nil {
		timerOp(r, t, model.TimerStart, tm)
	}
	u := r.newThread(t)
	u.timer, u.state = tm, pending
	u.Op = timerOperation(r, model.TimerFire, tm, u)
	tm.Thread, tm.Object, tm.Channel = u.id, u.Op.Obj, model.NoObject
	if c != nil {
		tm.Channel = u.Op.Cases[0].Obj
	}
	u.trail.Created = slices.Clone(t.trail.At)
	c0 := t.clock()
	c0.Timers = append(c0.Timers, tm)
	if arm(r, t, u, when, period); tm.C != nil && !tm.Armed {
		keepFound(r, model.Found{Obj: tm.Channel, N: 1})
	}
	r.enter(t, t.g)
}

// clock returns the clock of t.
func (t *thread) clock() *clock.Clock {
	if t.bubble != nil {
		return &t.bubble.Clock
	}
	return &rt.clock
}

// deadline returns when a timer of t is due. Package time has added the duration to a reading.
func deadline(r *runtime, t *thread, when int64) int64 {
	if t.bubble != nil {
		return when
	}
	return clock.Deadline(when, -r.order.Reads.Of(t.id))
}

// arm arms the timer of u. In a bubble it is no thread of its own to algorithms, and fires at once if it is due.
func arm(r *runtime, t, u *thread, when, period int64) {
	c := u.clock()
	c.Arm(u.timer, when, period)
	if u.bubble == nil {
		return
	}
	u.state, u.local.Bubble = finished, u.bubble.P
	if when <= c.Now {
		c.Struck(u.timer)
		strike(r, t, u.timer, false)
	}
}

// timerOperation returns the operation of t of that kind on tm. It is on the timer's channel as well.
func timerOperation(r *runtime, kind model.Kind, tm *clock.Timer, t *thread) model.Op {
	op := model.Op{Kind: kind, Obj: r.objects.Name(uintptr(tm.P)), Clock: object.Clock}
	if t.bubble != nil && (t.timer != nil || r.clock.Find(tm.P) == nil) {
		op.Clock = t.bubble.Name
		if kind == model.TimerStart && tm.C != nil && t.Timing[0] <= t.bubble.Clock.Now {
			op.Arg = 1
		}
	}
	if tm.C != nil {
		t.OpCases = append(t.OpCases[:0], model.Case{Obj: r.objects.Name(uintptr(tm.C)), Cap: 1, Send: true})
		op.Cases = t.OpCases
	} else if tm.File.P != nil {
		t.OpCases = append(t.OpCases[:0], model.Case{Obj: r.objects.Name(uintptr(tm.File.P))})
		if op.Cases = t.OpCases; tm.File.Writers {
			op.Cases[0].Cap = 1
		}
	}
	return op
}

// timerOp is an operation of t on tm.
func timerOp(r *runtime, t *thread, kind model.Kind, tm *clock.Timer) {
	t.Op = timerOperation(r, kind, tm, t)
	t.Addr = tm.P
	r.yield(t)
}

// hookTimerStop is Timer.Stop. If handled is false, the timer is none of this execution and Go's own code must do it.
func hookTimerStop(p unsafe.Pointer) (active, handled bool) {
	r := &rt
	t, tm := atTimer(r, p)
	if tm == nil {
		return false, false
	}
	timerOp(r, t, model.TimerStop, tm)
	r.enter(t, t.g)
	active = tm.Drain()
	tm.Armed = false
	return tm.Cancel() || active, true
}

// hookTimerReset is Timer.Reset, likewise.
func hookTimerReset(p unsafe.Pointer, when, period int64) (active, handled bool) {
	r := &rt
	t, tm := atTimer(r, p)
	if tm == nil {
		return false, false
	}
	when = deadline(r, t, when)
	t.Timing, t.Starts = [2]int64{when, period}, nil
	timerOp(r, t, model.TimerStart, tm)
	r.order.Join(tm.Thread, t.id)
	r.enter(t, t.g)
	active = tm.Drain()
	active = tm.Cancel() || active
	r.leave()
	u := r.threads.byID[tm.Thread]
	u.state, u.trail.Created = pending, slices.Clone(t.trail.At)
	arm(r, t, u, when, period)
	r.enter(t, t.g)
	return active, true
}

func fireNear(t *thread) bool {
	t.Op.Arg = 0
	return rt.clock.Fires(t.timer)
}

func wakeNear(t *thread) bool {
	t.Op.Arg = 0
	if t.sleeps() {
		return t.When <= t.bubble.Clock.Now
	}
	return rt.clock.Near(t.When) && !t.await.Naps
}

func takeWake(r *runtime, t *thread, _ model.Choice) {
	if t.sleeps() {
		t.await.Effect()
		return
	}
	t.When = r.threads.polls.Wake(&t.await, t.When, t.Timing[0], t.Op.Arg == 1)
}

// takeFire calls the timer's function, which sends the time or starts a goroutine. A ticker is armed again.
func takeFire(r *runtime, t *thread, _ model.Choice) {
	tm := t.timer
	r.threads.polls.Fire(tm, t.Op.Arg == 1)
	r.order.Reads.Read(t.id)
	if r.draining && !tm.Armed {
		t.state = finished // thousands may fire in a drain: they need not be looked at each time
	}
	if tm.C != nil {
		r.order.PassValue(t.id, tm.C, true)
	}
	running := r.threads.running
	r.threads.running = t
	tm.Call()
	r.threads.running = running
}
