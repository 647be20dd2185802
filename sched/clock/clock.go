// Package clock is the virtual time of an execution. It stands still while anything can run, but for one assumption: a goroutine that can
// run may be kept from running for as long as the delay. Counted from the last moment at which nothing could run (the base), a timer
// that is due within that delay is near and may fire at any moment, but a timer that starts itself again, or a ticker, only so many times
// (most). A later one is far and fires only when nothing else can run, which moves the base. Timers fire in the order of their deadlines.
package clock

import (
	"math"

	"heddle/model"
)

// grain is the unit of the coarse clock, in nanoseconds: deadlines are multiples of it.
const grain = 1000

// most is how often a timer may fire early before something else must run: a ticker of 1 ns has a hundred million ticks in 100 ms.
const most = 10

// Deadline returns the deadline ns nanoseconds after t, rounded up to a multiple of grain. Nanoseconds tell readings apart that follow one
// another (order.Reads), so the rest of a duration until a moment that was computed from a reading is some nanoseconds short. Without the
// rounding, these would decide which of two equal deadlines comes first. It takes a thousand readings in between to decide that now. As
// deadlines are rounded up, a goroutine that has waited for one reads a time that is later than the moment for which it was computed.
func Deadline(t, ns int64) int64 {
	if when := After(t, ns); t < math.MaxInt64 && when <= math.MaxInt64-grain {
		return (when + grain - 1) / grain * grain
	}
	return math.MaxInt64
}

// Epoch is the virtual time at which every execution begins, in nanoseconds since 1970: 2026-01-01 00:00:00 UTC.
const Epoch = 1767225600 * 1_000_000_000

// A Clock is the virtual clock of the running execution, with what waits for it. Times are in nanoseconds since 1970.
type Clock struct {
	Now     int64
	Base    int64 // the last moment at which nothing could run
	Stopped bool  // no timer fires any more
	Late    int64 // the delay that HoldsUp asks about
	HoldsUp bool  // in an execution so far, a timer could have fired while something could run, if that could be kept waiting for Late
	Timers  []*Timer
	Bubbled bool // there is a bubble, which has a clock of its own

	delay    int64 // how long what can run may be kept from running, in nanoseconds; negative for no limit
	sleepers []sleeper
}

// A sleeper is a thread that sleeps.
type sleeper struct {
	thread model.Thread
	until  int64
	last   bool // it wakes only when nothing else can run, and holds up nothing
}

// Begin makes ready for an execution.
func (c *Clock) Begin(delay int64) {
	*c = Clock{Now: Epoch, Base: Epoch, Timers: c.Timers[:0], delay: delay, sleepers: c.sleepers[:0], Late: c.Late, HoldsUp: c.HoldsUp}
}

// Look must be called in every new state with several threads. It sees to HoldsUp. A deadline is set by an event, and only the firing of a
// far timer, which comes after everything before it, moves the base. So if no state of the executions explored shows such a timer, none
// of an equivalent execution does; a goroutine that has ended in this state may not have begun in one of those.
func (c *Clock) Look() {
	if c.HoldsUp || c.Late == 0 {
		return
	}
	if due := c.due(); due > c.Base && due < math.MaxInt64 {
		c.HoldsUp = c.Late < 0 || due <= After(c.Base, c.Late)
	}
}

// Sleep notes that t sleeps until that time. If it wakes last, then only when nothing else can run, and it holds up nothing.
func (c *Clock) Sleep(t model.Thread, until int64, last bool) {
	c.sleepers = append(c.sleepers, sleeper{t, until, last})
}

// Wake notes that t does not sleep any more.
func (c *Clock) Wake(t model.Thread) {
	for i := range c.sleepers {
		if c.sleepers[i].thread == t {
			c.sleepers = append(c.sleepers[:i], c.sleepers[i+1:]...)
			return
		}
	}
}

// Due returns the earliest deadline that can come next when nothing else can run.
func (c *Clock) Due() int64 { return c.Next(func(*Timer, model.Thread) bool { return true }) }

// Next returns the earliest deadline of those timers, or threads that sleep, for which wanted is true.
func (c *Clock) Next(wanted func(tm *Timer, sleeper model.Thread) bool) int64 {
	first := int64(math.MaxInt64)
	for _, tm := range c.Timers {
		if tm.Armed && tm.When < first && !tm.dormant() && wanted(tm, model.NoThread) {
			first = tm.When
		}
	}
	for _, s := range c.sleepers {
		if s.until < first && wanted(nil, s.thread) {
			first = s.until
		}
	}
	return first
}

// due is Due without what comes last.
func (c *Clock) due() int64 {
	first := int64(math.MaxInt64)
	for _, tm := range c.Timers {
		if tm.Armed && tm.When < first && !tm.dormant() && !c.tired(tm) {
			first = tm.When
		}
	}
	for _, s := range c.sleepers {
		if !s.last {
			first = min(first, s.until)
		}
	}
	return first
}

// tired reports whether tm has fired early as often as it may since the base.
func (c *Clock) tired(tm *Timer) bool { return tm.early >= most && tm.base == c.Base }

// Near reports whether the clock may reach when although something else can run.
func (c *Clock) Near(when int64) bool {
	if c.Stopped || when > c.due() {
		return false
	}
	return c.delay < 0 || when <= After(c.Base, c.delay)
}

// Fires reports whether tm may fire although something else can run.
func (c *Clock) Fires(tm *Timer) bool { return tm.Ready() && !c.tired(tm) && c.Near(tm.When) }

// Fire moves the clock to the deadline of tm, which fires.
func (c *Clock) Fire(tm *Timer, far bool) {
	c.Pass(tm.When, far)
	if tm.early++; far || tm.base != c.Base {
		tm.early = 0
	}
	tm.base = c.Base
	tm.rearm(c.Now)
}

// Pass moves the clock to when, if it is not there yet. Far says that nothing else could run.
func (c *Clock) Pass(when int64, far bool) {
	c.Now = max(c.Now, when)
	if far {
		c.Base = c.Now
	}
}

// Waited reports whether anything waits for the clock.
func (c *Clock) Waited() bool {
	for _, tm := range c.Timers {
		if tm.Armed {
			return true
		}
	}
	return c.Bubbled || len(c.sleepers) > 0
}

// Horizon returns the last deadline that is near: math.MinInt64 if none can be, math.MaxInt64 if all are.
func (c *Clock) Horizon() int64 {
	switch {
	case c.Stopped:
		return math.MinInt64
	case c.delay < 0:
		return math.MaxInt64
	}
	return After(c.Base, c.delay)
}

// Alarms appends the alarms of the armed timers and of the threads that sleep.
func (c *Clock) Alarms(to []model.Alarm) []model.Alarm {
	for _, s := range c.sleepers {
		to = append(to, model.Alarm{Obj: model.NoObject, Thread: s.thread, When: s.until, Last: s.last})
	}
	for _, tm := range c.Timers {
		if tm.Armed {
			to = append(to, model.Alarm{Obj: tm.Object, Thread: model.NoThread, When: tm.When, Ticks: tm.ticks(), Last: c.tired(tm)})
		}
	}
	return to
}
