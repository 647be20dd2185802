package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"heddle/internal/saved"
	"heddle/report"
	"heddle/result"
)

// openCheckpoint sets the session's checkpoint, if it needs one: the one that -resume names, or a new one.
func (s *session) openCheckpoint() (err error) {
	if !s.opts.Saves() {
		return nil
	}
	s.saved = saved.New(s.config(), s.packages)
	if s.opts.Resume == "" {
		return nil
	}
	if s.saved, err = saved.Read(s.opts.Resume, s.saved); err != nil {
		return fmt.Errorf("-resume %w", err)
	}
	return s.traces.Truncate(s.saved.Traces)
}

// saveInterval is the shortest time between two writes of the checkpoint file.
const saveInterval = 2 * time.Second

// save writes the checkpoint file, if there is one. It does nothing if the last write was less than saveInterval ago,
// unless atOnce is true.
func (c *crew) save(atOnce bool) error {
	if !c.opts.Saves() || !atOnce && time.Since(c.written) < saveInterval {
		return nil
	}
	left := *c.left
	left.Parts = append([]result.Part(nil), c.left.Parts...)
	for _, h := range c.hands {
		if h.busy && !atOnce && h.doubts == c.left.Doubts {
			left.Parts = append(left.Parts, h.task...)
		}
	}
	c.note(&left)
	c.state.Tests, c.state.Skip = c.tests, c.config.Skip
	if c.reached != nil {
		c.state.Reached = c.reached.Total()
	}
	size, err := c.traces.Size()
	if err != nil {
		return err
	}
	c.saved.Traces, c.written = size, time.Now()
	if err := c.saved.Write(cmp.Or(c.opts.Checkpoint, c.opts.Resume)); err != nil {
		return fmt.Errorf("-checkpoint: %w", err)
	}
	return nil
}

// note updates the checkpoint's entry for the current test and returns it.
func (x *exploration) note(left *saved.Rest) *saved.Test {
	for _, t := range x.saved.Tests {
		if t.Test == x.current {
			t.Rest, t.Keys, t.Found = left, x.keys, x.shown
			return t
		}
	}
	t := &saved.Test{Test: x.current, Found: x.shown, Keys: x.keys, Rest: left}
	x.saved.Tests = append(x.saved.Tests, t)
	return t
}

// resume continues the package from the checkpoint, if there is one. It returns true if nothing of the package is left.
func (x *exploration) resume() (over bool, err error) {
	if x.saved == nil {
		return false, nil
	}
	code, err := x.bin.Code()
	if err != nil {
		return true, err
	}
	at := slices.IndexFunc(x.saved.Begun, func(p *saved.Package) bool { return p.Package == x.pkg })
	if at < 0 {
		x.state = &saved.Package{Package: x.pkg, Code: code}
		x.saved.Begun = append(x.saved.Begun, x.state)
		return false, nil
	}
	x.state = x.saved.Begun[at]
	if x.state.Code != code {
		return true, fmt.Errorf("-resume %s: %w: the test binary of %s has changed since", x.opts.Resume, errOtherCode, x.pkg)
	}
	x.tests, x.config.Skip = x.state.Tests, x.state.Skip
	if x.reached != nil && x.state.Reached != nil {
		x.reached.Add(x.state.Reached)
	}
	for _, t := range slices.Clone(x.saved.Tests) {
		if t.Test.Package == x.pkg && err == nil {
			err = x.goOn(t)
		}
	}
	return x.state.Over || err != nil, err
}

var errOtherCode = errors.New("the checkpoint is for other code")

// goOn continues a test of the checkpoint, or prints its result if it is finished.
func (x *exploration) goOn(t *saved.Test) error {
	x.config.Skip = append(x.config.Skip, t.Test.Test) // it may have begun after the tests to skip were noted
	for _, f := range t.Found {
		if !f.IsObstacle() {
			x.counts.Failures++
		}
		x.say(func(p report.Printer) { p.Failure(f) })
	}
	if t.Over && (t.Rest == nil || len(t.Rest.Parts) == 0 || x.halts(t.Test)) {
		x.over(t.Test)
		return nil
	}
	t.Over = false
	x.current, x.shown, x.keys, x.left, x.began = t.Test, t.Found, t.Keys, t.Rest, time.Now()
	return x.share(0)
}

// halts reports whether the failures of a test end its exploration.
func (x *exploration) halts(t *report.Test) bool {
	return t.Verdict == result.Fail && !x.opts.KeepGoing
}
