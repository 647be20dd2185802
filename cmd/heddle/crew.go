package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"heddle/internal/share"
	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

const (
	firstSlice = 100 * time.Millisecond // how long one process explores a test before the work is divided
	// replacements bounds how many killed workers in a row are replaced. If more are killed before any worker
	// finishes a task, it is the test that kills them.
	replacements = 5
)

// A crew is the set of processes that explore one test together. They share no memory. Each process gets parts of the
// unexplored work, explores for a while, and then reports what it has found and which parts are left. Results count
// only once they are reported. So the parts of a process that dies go to another one, and nothing counts twice.
type crew struct {
	*exploration
	hands   []*hand
	running int // processes
	events  chan event
	began   time.Time
	before  float64         // seconds spent on the test before
	killed  int             // hands killed in a row
	halt    string          // why no more parts are assigned; empty while they are
	dead    *toolchain.Exit // the exit of a process that the test ended; nil if there is none
	ends    time.Time       // the turn; zero for never
	extra   int             // idle processors that it uses
	written time.Time       // when the checkpoint was last written
}

// Values of halt: after a failure without -keep-going, and when the turn is over.
const (
	haltFailure = "a failure was found"
	haltTurn    = "its turn is over"
)

// share explores the rest of the current test with the number of processes that -workers says, or, for one turn, with one and as many more as
// processors are idle. A test that is not over at the end of its turn is set aside.
func (x *exploration) share(turn time.Duration) error {
	c := &crew{exploration: x, events: make(chan event, 64), began: time.Now(), before: x.left.Total.Elapsed}
	workers := x.opts.Workers
	if turn > 0 {
		c.ends = c.began.Add(turn)
		for x.alone == "" && !x.left.Alone && x.slots.TryAcquire() {
			c.extra++
		}
		workers = 1 + c.extra
	}
	if x.halts(x.current) {
		c.halt = haltFailure
	}
	ctx, cancel := context.WithCancel(x.ctx)
	defer cancel()
	err := c.explore(ctx, workers)
	for _, h := range c.hands {
		h.close()
	}
	cancel()
	for ; c.extra > 0; c.extra-- {
		x.slots.Release()
	}
	for c.running > 0 {
		if e := <-c.events; e.ended {
			c.running--
		}
	}
	x.progress.Clear()
	return c.conclude(err)
}

// explore assigns parts and takes results until nothing is left, or until there is a reason to stop.
func (c *crew) explore(ctx context.Context, workers int) error {
	for range workers {
		h := new(hand)
		c.hands = append(c.hands, h)
		if err := c.start(ctx, h); err != nil {
			return err
		}
	}
	tick := time.NewTicker(leastSlice)
	defer tick.Stop()
	for {
		c.distribute()
		if c.idle() == len(c.hands) {
			if more, err := c.delays(); !more {
				return err
			}
			continue
		}
		select {
		case e := <-c.events:
			if err := c.take(ctx, e); err != nil {
				return err
			}
		case <-tick.C:
			if c.hangs() {
				return nil
			}
			c.giveBack()
		case <-ctx.Done():
			return errInterrupted
		}
		if err := c.save(false); err != nil {
			return err
		}
	}
}

// delays begins the exploration with delays, if the one without is complete and they make a difference.
func (c *crew) delays() (bool, error) {
	if c.halt != "" {
		return false, nil
	}
	late := c.left.Late()
	if late == nil {
		return false, nil
	}
	c.left = late
	err := c.traces.Forget(c.current.Test, c.left.TracesFrom)
	return err == nil, err
}

// hangs halts the crew when -timeout has passed, or its turn. It reports whether a process has overrun that by more than grace and must be
// stopped.
func (c *crew) hangs() bool {
	why, end := timeOver, c.deadline
	if !c.late() {
		why, end = haltTurn, c.ends
		if end.IsZero() || time.Now().Before(end) {
			return false
		}
	}
	c.halt = cmp.Or(c.halt, why)
	for _, h := range c.hands {
		if h.busy && !h.asked {
			h.ask()
		}
	}
	return time.Since(end) > share.Grace
}

// giveBack gives one processor back for which another exploration waits: the last hand, once it has returned the rest of its task, ends.
func (c *crew) giveBack() {
	last := len(c.hands) - 1
	switch h := c.hands[last]; {
	case c.extra == 0 || !c.slots.Wanted():
	case !h.busy:
		h.close()
		c.hands = c.hands[:last]
		c.extra--
		c.slots.Release()
	case !h.asked:
		h.ask()
	}
}

func (c *crew) idle() (n int) {
	for _, h := range c.hands {
		if !h.busy {
			n++
		}
	}
	return n
}

// take handles one event.
func (c *crew) take(ctx context.Context, e event) error {
	h, m := e.from, &e.message
	if e.ended {
		c.running--
		return c.ended(ctx, e)
	}
	switch m.Type {
	case "trace":
		h.traces = append(h.traces, m.Hash)
	case "found":
		h.found = m.Failure
	case "failure":
		h.found = nil
		h.failures = append(h.failures, m.Failure)
	case "progress":
		now := c.left.Total
		now.Add(m.Progress)
		now.Depth, now.Elapsed = m.Progress.Depth, c.elapsed()
		c.progress.Show(c.current.Test, &now)
	case "done": // from the watchdog: the test hangs, and the process ends
		c.halt = "a worker hung and was stopped"
		return c.commit(h, &result.Message{Progress: &result.Progress{}, Rest: h.task, Doubts: h.doubts})
	case "part":
		return c.commit(h, m)
	}
	return nil
}

// commit counts what a hand has found in its task, and takes back the parts that are left.
func (c *crew) commit(h *hand, m *result.Message) error {
	h.busy, h.reserved, c.killed = false, 0, 0
	if h.doubts != c.left.Doubts {
		return nil // the exploration has restarted meanwhile
	}
	if m.Doubts != c.left.Doubts {
		c.left = c.left.Again(m.Doubts)
		return c.traces.Forget(c.current.Test, c.left.TracesFrom)
	}
	for _, hash := range h.traces {
		if err := c.traces.Add(c.current.Test, hash); err != nil {
			return err
		}
	}
	for _, f := range h.failures {
		f.Execution += c.left.Total.Executions
		if err := c.found(f); err != nil {
			return err
		}
	}
	c.left.Add(m)
	c.left.Total.Elapsed = c.elapsed()
	return nil
}

// found records a failure. It ignores one that equals an earlier failure, and any failure after the one that halted the
// exploration.
func (c *crew) found(f *result.Failure) error {
	late := f.Verdict(c.opts.Timing) == result.Timing
	if slices.Contains(c.keys, f.Key) || c.halt == haltFailure || late && !c.opts.KeepGoing && len(c.current.Failures) > 0 {
		return nil
	}
	c.keys = append(c.keys, f.Key)
	if f.IsObstacle() {
		if v := c.left.Verdict.Or(f.Verdict("")); v != c.left.Verdict {
			c.left.Verdict, c.left.Reason = v, f.Message
		}
	} else if !late && !c.opts.KeepGoing {
		c.halt = haltFailure
	}
	return c.failure(f)
}

// ended handles the end of a process: it replaces a process that was killed, and halts the crew if the process ended by
// itself.
func (c *crew) ended(ctx context.Context, e event) error {
	h := e.from
	told := h.lines == nil && !h.busy // that there is nothing more to do
	h.close()
	if h.busy {
		c.left.Parts = append(c.left.Parts, h.task...)
		h.busy = false
	}
	if h.found != nil { // a schedule that nobody needs has ended the process
		f := h.found
		h.found, c.halt = nil, cmp.Or(c.halt, "a worker ended while it looked for the simplest schedule of a failure")
		return c.found(f)
	}
	switch {
	case e.err != nil:
		return e.err
	case told:
	case e.exit.Signal == "killed" && c.killed < replacements: // probably from outside
		c.killed++
		return c.start(ctx, h)
	case c.halt == "":
		c.halt, c.dead = "the test ended a worker", e.exit
	}
	return nil
}

// conclude saves the rest and finishes the current test.
func (c *crew) conclude(err error) error {
	for _, h := range c.hands {
		if h.busy {
			c.left.Parts = append(c.left.Parts, h.task...)
		}
	}
	left := c.left
	left.Total.Elapsed = c.elapsed()
	t := c.leave()
	t.Complete = len(left.Parts) == 0 && left.Reason == "" && err == nil
	if saving := c.save(true); err == nil {
		err = saving
	}
	switch {
	case err == nil && c.dead == nil && c.halt == haltTurn && len(left.Parts) > 0:
		c.aside = append(c.aside, &process{divided: true, test: c.begun, since: time.Now()})
		c.begun = begun{}
	case errors.Is(err, errInterrupted):
		c.finish(result.Incomplete, "interrupted")
	case err != nil:
		c.finish(result.Incomplete, "heddle could not continue")
	case c.dead != nil:
		return c.died(c.dead)
	case !t.Complete:
		if c.halt == haltFailure {
			c.halt = ""
		}
		c.endRest(c.halt)
	default:
		t, output := c.current, c.output
		t.Note = t.Seen.Note("")
		c.finish(result.Pass, "")
		c.cache.Add(t, output, left.Inputs)
	}
	return err
}

// leave sets what is known of the current test, which is divided, and returns it.
func (x *exploration) leave() *report.Test {
	t := x.current
	t.Progress(&x.left.Total)
	t.Choices = x.sources.Chances(x.left.Chance)
	t.SetUndelayed(x.left.First, x.opts.Delay)
	return t
}

// endRest ends the current test, which is divided and not complete.
func (x *exploration) endRest(why string) {
	x.leave()
	reason := cmp.Or(x.left.Reason, why)
	if reason != "" && x.left.Note != "" {
		reason += "; " + x.left.Note
	}
	x.finish(cmp.Or(x.left.Verdict, result.Incomplete), reason)
}

func (c *crew) elapsed() float64 { return c.before + time.Since(c.began).Seconds() }
