package sched

import (
	"math"
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// Time is virtual. It stands still while anything can run, but for one assumption: a goroutine that can run may be kept from running
// for as long as Config.Delay. Counted from the last moment at which nothing could run (base), a timer that is due within that delay
// is near and may fire at any moment; a later one is far and fires only when nothing else can run, which moves base. Timers fire
// in the order of their deadlines.

// Epoch is the virtual time at which every execution begins, in nanoseconds since 1970: 2026-01-01 00:00:00 UTC.
const Epoch = 1767225600 * 1_000_000_000

type clock struct {
	now    int64
	base   int64
	timers []*timer
}

// A timer is a time.Timer or time.Ticker of this execution.
type timer struct {
	p      unsafe.Pointer // the runtime's timer
	thread *thread        // its own
	armed  bool
	when   int64
	period int64
	f      func(any, uintptr, int64)
	arg    any
	c      unsafe.Pointer // its channel, nil for AfterFunc
}

func (c *clock) reset() {
	c.now, c.base = Epoch, Epoch
	c.timers = c.timers[:0]
}

func (c *clock) find(p unsafe.Pointer) *timer {
	for _, tm := range c.timers {
		if tm.p == p {
			return tm
		}
	}
	return nil
}

// hookNow is the clock: of a managed goroutine, or of a timer's function.
func hookNow() int64 {
	r := &rt
	if hook.Firing != 0 {
		return r.clock.now
	}
	t := r.leave()
	if !r.exempt() {
		t.op = model.Op{Kind: model.Now, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	r.enter(t, t.g)
	return r.clock.now
}

// hookSleep is time.Sleep: it reads the clock, then waits.
func hookSleep(ns int64) {
	if ns <= 0 {
		return
	}
	r := &rt
	t := r.leave()
	t.op = model.Op{Kind: model.TimerStart, Obj: model.NoObject, Clock: object.Clock}
	t.cases = t.cases[:0]
	t.timing, t.starts = [2]int64{ns}, nil
	r.yield(t)
	t.when = after(r.clock.now, ns)
	t.op = model.Op{Kind: model.Wake, Obj: model.NoObject, Clock: object.Clock}
	r.yield(t)
	r.enter(t, t.g)
}

func after(now, ns int64) int64 {
	if ns > math.MaxInt64-now {
		return math.MaxInt64
	}
	return now + ns
}

// hookTimerNew is the start of a new timer, whose thread is a child of the one that makes it.
func hookTimerNew(p unsafe.Pointer, when, period int64, f func(any, uintptr, int64), arg any, c unsafe.Pointer) {
	r := &rt
	t := r.leave()
	tm := &timer{p: p, when: when, period: period, f: f, arg: arg, c: c}
	t.timing, t.starts = [2]int64{when, period}, tm
	r.timerOp(t, model.TimerStart, tm)
	tm.armed = true
	tm.thread = r.newThread(t)
	tm.thread.timer = tm
	tm.thread.addr = p
	tm.thread.op = r.timerOperation(model.TimerFire, tm, tm.thread)
	tm.thread.state = pending
	if r.recorder != nil {
		tm.thread.trail.Created = append([]uintptr(nil), t.trail.At...)
	}
	r.clock.timers = append(r.clock.timers, tm)
	r.enter(t, t.g)
}

// timerOperation is the operation kind on tm, which touches its channel as well.
func (r *runtime) timerOperation(kind model.Kind, tm *timer, t *thread) model.Op {
	op := model.Op{Kind: kind, Obj: r.objects.Name(uintptr(tm.p)), Clock: object.Clock}
	if tm.c != nil {
		t.opCases = append(t.opCases[:0], model.Case{Obj: r.objects.Name(uintptr(tm.c)), Cap: 1, Send: true})
		op.Cases = t.opCases
	}
	return op
}

func (r *runtime) timerOp(t *thread, kind model.Kind, tm *timer) {
	t.op = r.timerOperation(kind, tm, t)
	t.addr = tm.p
	r.yield(t)
}

func hookTimerStop(p unsafe.Pointer) (active, handled bool) {
	r := &rt
	tm := r.clock.find(p)
	if tm == nil {
		return false, false
	}
	t := r.leave()
	r.timerOp(t, model.TimerStop, tm)
	r.enter(t, t.g)
	active = tm.drain()
	tm.armed = false
	return active, true
}

func hookTimerReset(p unsafe.Pointer, when, period int64) (active, handled bool) {
	r := &rt
	tm := r.clock.find(p)
	if tm == nil {
		return false, false
	}
	t := r.leave()
	t.timing, t.starts = [2]int64{when, period}, nil
	r.timerOp(t, model.TimerStart, tm)
	if r.races != nil {
		r.races.Join(tm.thread.id, t.id)
	}
	r.enter(t, t.g)
	active = tm.drain()
	tm.armed, tm.when, tm.period = true, when, period
	return active, true
}

// drain takes back a value that the timer has sent and nobody has received, and reports whether the timer was active. The calling goroutine
// must be the managed one.
func (tm *timer) drain() bool {
	if tm.c == nil {
		return tm.armed
	}
	n, _, _, _, _, _ := hook.ChanInfo(tm.c)
	if n > 0 {
		hook.ChanRecv(tm.c, nil)
		return true
	}
	return tm.armed
}

// lookAlarms brings the horizon and the timers among the state's alarms up to date.
func (r *runtime) lookAlarms() {
	s := &r.state
	s.Alarms = s.Alarms[:0]
	switch d := r.config.Delay; {
	case r.returned && !r.draining:
		s.Horizon = math.MinInt64
	case d < 0:
		s.Horizon = math.MaxInt64
	default:
		s.Horizon = after(r.clock.base, d)
	}
	for _, tm := range r.clock.timers {
		if tm.armed {
			ticks := tm.c != nil && tm.period != 0
			s.Alarms = append(s.Alarms, model.Alarm{Obj: tm.thread.op.Obj, Thread: model.NoThread, When: tm.when, Ticks: ticks})
		}
	}
}

// due returns the earliest deadline that can come next.
func (r *runtime) due() int64 {
	first := int64(math.MaxInt64)
	for _, tm := range r.clock.timers {
		if tm.armed && tm.when < first && !tm.dormant() {
			first = tm.when
		}
	}
	for _, t := range r.threads {
		if t.state == pending && t.op.Kind == model.Wake && t.when < first {
			first = t.when
		}
	}
	return first
}

// dormant reports whether a firing would change nothing: a ticker whose channel is full.
func (tm *timer) dormant() bool {
	if tm.c == nil || tm.period == 0 {
		return false
	}
	n, _, _, _, _, _ := hook.ChanInfo(tm.c)
	return n > 0
}

// near reports whether the clock may reach when although something else can run.
func (r *runtime) near(when int64) bool {
	if r.returned && !r.draining || when > r.due() {
		return false
	}
	d := r.config.Delay
	return d < 0 || when <= after(r.clock.base, d)
}

func fireNear(t *thread) bool {
	t.op.Arg = 0
	return t.timer.armed && !t.timer.dormant() && rt.near(t.timer.when)
}

func wakeNear(t *thread) bool {
	t.op.Arg = 0
	return rt.near(t.when)
}

// lookFar offers the earliest timers when nothing else is offered. Such an event comes after everything before it (Op.Arg is 1).
func (r *runtime) lookFar() int {
	if r.returned && !r.draining {
		return 0
	}
	n := 0
	for i := range r.state.Pending {
		p := &r.state.Pending[i]
		t := r.byID[p.Thread]
		if !r.far(t) {
			continue
		}
		t.op.Arg = 1
		t.alts = append(t.alts[:0], model.Choice{Thread: t.id, Partner: model.NoThread})
		p.Op, p.Alts = t.op, t.alts
		n++
	}
	return n
}

// far reports whether t waits for the earliest deadline.
func (r *runtime) far(t *thread) bool {
	switch {
	case t.op.Kind == model.Wake:
		return t.when == r.due()
	case t.timer != nil:
		return t.timer.armed && !t.timer.dormant() && t.timer.when == r.due()
	}
	return false
}

// offersFar is offers for a far timer: that nothing else could run was seen when the prefix was first run.
func (r *runtime) offersFar(t *thread) bool {
	if r.returned && !r.draining || !r.far(t) {
		return false
	}
	t.op.Arg = 1
	return true
}

// pass moves the clock to when.
func (r *runtime) pass(when int64, far bool) {
	r.clock.now = max(r.clock.now, when)
	if far {
		r.clock.base = r.clock.now
	}
}

func takeWake(r *runtime, t *thread, _ model.Choice) { r.pass(t.when, t.op.Arg == 1) }

// takeFire calls the timer's function, which sends the time or starts a goroutine, and arms a ticker again.
func takeFire(r *runtime, t *thread, _ model.Choice) {
	tm := t.timer
	r.pass(tm.when, t.op.Arg == 1)
	if tm.period > 0 {
		tm.when = max(after(tm.when, tm.period), r.clock.now)
	} else {
		tm.armed = false
	}
	if tm.c != nil {
		r.passValue(t, tm.c, true)
	}
	running := r.running
	r.running = t
	hook.Firing = hook.G()
	tm.f(tm.arg, 0, 0)
	hook.Firing = 0
	r.running = running
}

func takeTimerStart(*runtime, *thread, model.Choice) {}

func takeTimerStop(*runtime, *thread, model.Choice) {}

// takeReturn ends the time: no timer fires after the test function has returned.
func takeReturn(r *runtime, _ *thread, _ model.Choice) { r.returned = true }
