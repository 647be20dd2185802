package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"heddle/result"
	"heddle/toolchain"
)

const (
	firstSlice = 100 * time.Millisecond // how long one process explores a test before the work is divided
	// replacements bounds how many killed workers in a row are replaced. If more are killed before any worker
	// finishes a task, it is the test that kills them.
	replacements = 5
)

// A rest is the unexplored part of one test, with the counts of what has been explored.
type rest struct {
	Doubts  result.Doubts
	Parts   []result.Part
	Total   result.Progress
	Reason  string         // why the exploration cannot be complete; empty if it can
	Verdict result.Verdict // then; empty for Incomplete
	Chance  []result.Chance
	Timeout int64 // result.Config.Timeout
	// TracesFrom is the offset of the test's traces in the -traces file.
	TracesFrom int64
	First      int  // see result.Message
	HoldsUp    bool // likewise
}

func newRest(m *result.Message, timeout, tracesFrom int64) *rest {
	return &rest{Doubts: m.Doubts, Parts: m.Rest, Total: *m.Progress, Reason: m.Reason, Verdict: m.Verdict, Chance: m.Chance, Timeout: timeout,
		TracesFrom: tracesFrom, First: m.First, HoldsUp: m.HoldsUp}
}

// again returns the rest of an exploration that begins again with these doubts.
func (r *rest) again(d result.Doubts) *rest {
	return &rest{Doubts: d, Parts: []result.Part{{}}, Timeout: r.Timeout, TracesFrom: r.TracesFrom, First: r.First}
}

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
	written time.Time       // when the checkpoint was last written
}

// haltFailure is the value of halt after a failure without -keep-going.
const haltFailure = "a failure was found"

// share explores the rest of the current test with the number of processes that -workers says.
func (x *exploration) share() error {
	c := &crew{exploration: x, events: make(chan event, 64), began: time.Now(), before: x.left.Total.Elapsed}
	if x.halts(x.current) {
		c.halt = haltFailure
	}
	ctx, cancel := context.WithCancel(x.ctx)
	defer cancel()
	err := c.explore(ctx)
	for _, h := range c.hands {
		h.close()
	}
	cancel()
	for c.running > 0 {
		if e := <-c.events; e.ended {
			c.running--
		}
	}
	x.progress.Clear()
	return c.conclude(err)
}

// explore assigns parts and takes results until nothing is left, or until there is a reason to stop.
func (c *crew) explore(ctx context.Context) error {
	for range c.opts.workers {
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
	if l := c.left; c.halt != "" || len(l.Parts) > 0 || l.Reason != "" || !l.HoldsUp || l.Doubts.Late {
		return false, nil
	}
	c.left.First, c.left.Doubts.Late = c.left.Total.Executions, true
	c.left = c.left.again(c.left.Doubts)
	err := c.traces.Forget(c.current.Test, c.left.TracesFrom)
	return err == nil, err
}

// hangs halts the crew when -timeout has passed. It reports whether a process has overrun it by more than grace and
// must be stopped.
func (c *crew) hangs() bool {
	if !c.late() {
		return false
	}
	if c.halt == "" {
		c.halt = "the time given by -timeout is over"
	}
	for _, h := range c.hands {
		if h.busy && !h.asked {
			h.ask()
		}
	}
	return time.Since(c.deadline) > grace
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
	case "failure":
		h.failures = append(h.failures, m.Failure)
	case "progress":
		now := c.left.Total
		add(&now, m.Progress)
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
		c.left = c.left.again(m.Doubts)
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
	add(&c.left.Total, m.Progress)
	c.left.Total.Elapsed = c.elapsed()
	c.left.Parts = append(c.left.Parts, m.Rest...)
	c.left.Chance = result.AddChances(c.left.Chance, m.Chance)
	if m.Reason != "" && c.left.Verdict == "" {
		c.left.Reason = m.Reason
	}
	c.left.HoldsUp = c.left.HoldsUp || m.HoldsUp
	return nil
}

// found records a failure. It ignores one that equals an earlier failure, and any failure after the one that halted the
// exploration.
func (c *crew) found(f *result.Failure) error {
	late := f.Verdict(c.opts.timing) == result.Timing
	if slices.Contains(c.keys, f.Key) || c.halt == haltFailure || late && !c.opts.keepGoing && len(c.current.Failures) > 0 {
		return nil
	}
	c.keys = append(c.keys, f.Key)
	if f.IsObstacle() {
		if v := c.left.Verdict.Or(f.Verdict("")); v != c.left.Verdict {
			c.left.Verdict, c.left.Reason = v, f.Message
		}
	} else if !late && !c.opts.keepGoing {
		c.halt = haltFailure
	}
	return c.failure(f)
}

// ended handles the end of a process: it replaces a process that was killed, and halts the crew if the process ended by
// itself.
func (c *crew) ended(ctx context.Context, e event) error {
	h := e.from
	h.close()
	if h.busy {
		c.left.Parts = append(c.left.Parts, h.task...)
		h.busy = false
	}
	switch {
	case e.err != nil:
		return e.err
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
	t, left := c.current, c.left
	left.Total.Elapsed = c.elapsed()
	t.Progress(&left.Total)
	t.Choices = c.sources.Chances(left.Chance)
	t.SetUndelayed(left.First, c.opts.delay)
	t.Complete = len(left.Parts) == 0 && left.Reason == "" && err == nil
	if saving := c.save(true); err == nil {
		err = saving
	}
	switch {
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
		c.finish(cmp.Or(left.Verdict, result.Incomplete), cmp.Or(left.Reason, c.halt))
	default:
		c.finish(result.Pass, "")
	}
	return err
}

func (c *crew) elapsed() float64 { return c.before + time.Since(c.began).Seconds() }

// add adds the counts of q to those of p.
func add(p, q *result.Progress) {
	p.Executions += q.Executions
	p.Blocked += q.Blocked
	p.Steps += q.Steps
	p.MaxSteps = max(p.MaxSteps, q.MaxSteps)
	p.Threads = max(p.Threads, q.Threads)
	p.PeakRSS = max(p.PeakRSS, q.PeakRSS)
}
