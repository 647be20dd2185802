package clock

import "heddle/model"

// The clock of a bubble (testing/synctest) goes on only when all goroutines of the bubble are durably blocked, to the next deadline. What is
// due then fires at once, and it is exact: nothing is rounded.

// BubbleEpoch is the time at which every bubble begins: 2000-01-01 00:00:00 UTC.
const BubbleEpoch = 946684800 * 1_000_000_000

// Striking returns the timers that fire at the next deadline.
func (c *Clock) Striking() (timers []*Timer) {
	due := c.Due()
	for _, tm := range c.Timers {
		if tm.Ready() && tm.When == due {
			timers = append(timers, tm)
		}
	}
	return timers
}

// Strike goes on to the next deadline. It returns the timers that fire, and whether anything else goes on with each of them.
func (c *Clock) Strike() (timers []*Timer, several bool) {
	timers = c.Striking()
	c.Now = c.Due()
	n := len(timers)
	for i := len(c.sleepers) - 1; i >= 0; i-- {
		if c.sleepers[i].until == c.Now {
			c.Wake(c.sleepers[i].thread)
			n++
		}
	}
	for _, tm := range c.Timers {
		if tm.Armed && tm.When <= c.Now {
			c.Struck(tm) // also a ticker whose channel is full: it drops the tick
		}
	}
	return timers, n > 1
}

// Struck is what the firing of tm now does to its deadline.
func (c *Clock) Struck(tm *Timer) {
	if tm.Period > 0 {
		tm.When = After(tm.When, tm.Period*(1+(c.Now-tm.When)/tm.Period))
	} else {
		tm.Armed = false
	}
}

// Begun reports whether the goroutine t, which a firing of tm has started, begins: nobody has stopped or reset tm before.
func (tm *Timer) Begun(t model.Thread) bool {
	begins := tm.Begins == t
	if begins {
		tm.Begins = 0
	}
	return begins
}

// Cancel is what Stop and Reset do to the goroutine that a firing of tm has started and that has not begun, and reports whether there is one.
func (tm *Timer) Cancel() bool {
	begins := tm.Begins != 0
	tm.Begins = 0
	return begins
}
