package clock

import (
	"math"
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
)

// A Timer is a time.Timer or time.Ticker of the running execution.
type Timer struct {
	P      unsafe.Pointer // the runtime's timer
	Thread model.Thread   // its own
	Object model.Object
	// Channel is that of C, or NoObject.
	Channel model.Object
	Armed   bool
	When    int64 // the deadline
	Period  int64 // of a ticker, else 0
	After   int64 // the time for which it was armed last
	F       func(any, uintptr, int64)
	Arg     any
	C       unsafe.Pointer // its channel, nil for AfterFunc
	File    File           // whose deadline it is
	Begins  model.Thread   // in a bubble: the goroutine that it has started and that has not begun; 0 for none

	early int   // how often it has fired since base, but for a far deadline
	base  int64 // Clock.Base when it fired last
}

// A File is a file that a timer is a deadline of; P is nil for none.
type File struct {
	P       unsafe.Pointer
	Writers bool // the deadline is that of its writers, not its readers
}

// Arm arms tm.
func (c *Clock) Arm(tm *Timer, when, period int64) {
	tm.Armed, tm.When, tm.Period, tm.After = true, when, period, when-c.Now
}

// Find returns the timer that is the runtime's at p, nil if it is none of this execution.
func (c *Clock) Find(p unsafe.Pointer) *Timer {
	for _, tm := range c.Timers {
		if tm.P == p {
			return tm
		}
	}
	return nil
}

// Again says what a goroutine does that comes back to op again and again, for people.
func (c *Clock) Again(op *model.Op) string {
	if op.Kind == model.Wake {
		return "sleeps"
	}
	for _, tm := range c.Timers {
		if tm.Channel != model.NoObject && op.Touches(tm.Channel) {
			return "waits for a timer"
		}
	}
	return "waits"
}

// On returns the timer that sends on the channel, nil if there is none.
func (c *Clock) On(channel unsafe.Pointer) *Timer {
	for _, tm := range c.Timers {
		if tm.C == channel && channel != nil {
			return tm
		}
	}
	return nil
}

// TicksOn reports whether the channel is that of a ticker.
func (c *Clock) TicksOn(channel unsafe.Pointer) bool {
	tm := c.On(channel)
	return tm != nil && tm.ticks()
}

// Drain takes back a value that the timer has sent and nobody has received, and reports whether the timer was active. The calling
// goroutine must be the managed one.
func (tm *Timer) Drain() bool {
	if tm.C == nil {
		return tm.Armed
	}
	n, _, _, _, _, _ := hook.ChanInfo(tm.C)
	if n > 0 {
		hook.ChanRecv(tm.C, nil)
		return true
	}
	return tm.Armed
}

// Ready reports whether the timer fires when the clock reaches its deadline.
func (tm *Timer) Ready() bool { return tm.Armed && !tm.dormant() }

// dormant reports whether a firing would change nothing: a ticker whose channel is full.
func (tm *Timer) dormant() bool {
	if !tm.ticks() {
		return false
	}
	n, _, _, _, _, _ := hook.ChanInfo(tm.C)
	return n > 0
}

// ticks reports whether it is a ticker.
func (tm *Timer) ticks() bool { return tm.C != nil && tm.Period != 0 }

// Every returns the time from one deadline of a ticker to the next, or for which another timer was armed last.
func (tm *Timer) Every() int64 {
	if tm.ticks() {
		return Deadline(tm.When, tm.Period) - tm.When
	}
	return tm.After
}

// Early returns how often tm has fired early of late. It counts from the base at its last firing.
func (tm *Timer) Early() int { return tm.early }

// rearm is what a firing at now does to the deadline.
func (tm *Timer) rearm(now int64) {
	if tm.Period > 0 {
		tm.When = max(Deadline(tm.When, tm.Period), now)
	} else {
		tm.Armed = false
	}
}

// Call calls the timer's function, which sends the time or starts a goroutine.
func (tm *Timer) Call() {
	hook.Firing = hook.G()
	tm.F(tm.Arg, 0, 0)
	hook.Firing = 0
}

// After returns the time ns nanoseconds after t, or the last one that there is.
func After(t, ns int64) int64 {
	if ns > math.MaxInt64-t {
		return math.MaxInt64
	}
	return t + ns
}

// Hide makes the timers that are not armed refer to nothing, so that the collector does not find there what the program has dropped, until
// show is called. Nothing may be freed meanwhile.
func (c *Clock) Hide() (show func()) {
	type words [unsafe.Sizeof(Timer{}) / hook.WordSize]uintptr
	var hidden []words
	for _, tm := range c.Timers {
		if !tm.Armed {
			hidden = append(hidden, *(*words)(unsafe.Pointer(tm)))
			tm.P, tm.F, tm.Arg, tm.C = nil, nil, nil, nil
		}
	}
	return func() {
		for _, tm := range c.Timers {
			if !tm.Armed {
				*(*words)(unsafe.Pointer(tm)) = hidden[0]
				hidden = hidden[1:]
			}
		}
	}
}
