package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"heddle/report"
	"heddle/result"
)

// A savedPackage is a package whose exploration was begun.
type savedPackage struct {
	Package string
	Code    string   // identifies the test binary's content
	Tests   []string // that the flags select
	Skip    []string // tests that are not to be explored again
	Over    bool     // no tests are left
}

// A savedTest is a test whose exploration was begun. A session that resumes the checkpoint prints again what was found
// in the test. So the last of several resumed runs prints what a single run would print.
type savedTest struct {
	Test  *report.Test
	Over  bool // Test is what was printed
	Found []report.Found
	Keys  []string // of its failures
	Rest  *rest    // what is left of it; nil if it was not divided
}

// save writes the checkpoint file, if there is one. It does nothing if the last write was less than saveInterval ago,
// unless atOnce is true.
func (c *crew) save(atOnce bool) error {
	if !c.opts.saves() || !atOnce && time.Since(c.written) < saveInterval {
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
	size, err := c.traces.Size()
	if err != nil {
		return err
	}
	c.saved.Traces, c.written = size, time.Now()
	return c.saved.write(cmp.Or(c.opts.checkpoint, c.opts.resume))
}

// note updates the checkpoint's entry for the current test and returns it.
func (x *exploration) note(left *rest) *savedTest {
	for _, t := range x.saved.Tests {
		if t.Test == x.current {
			t.Rest, t.Keys, t.Found = left, x.keys, x.shown
			return t
		}
	}
	t := &savedTest{Test: x.current, Found: x.shown, Keys: x.keys, Rest: left}
	x.saved.Tests = append(x.saved.Tests, t)
	return t
}

// resume continues the package from the checkpoint, if there is one. It returns true if nothing of the package is left.
func (x *exploration) resume() (over bool, err error) {
	if x.saved == nil {
		return false, nil
	}
	code, err := x.bin.code()
	if err != nil {
		return true, err
	}
	at := slices.IndexFunc(x.saved.Begun, func(p *savedPackage) bool { return p.Package == x.pkg })
	if at < 0 {
		x.state = &savedPackage{Package: x.pkg, Code: code}
		x.saved.Begun = append(x.saved.Begun, x.state)
		return false, nil
	}
	x.state = x.saved.Begun[at]
	if x.state.Code != code {
		return true, fmt.Errorf("-resume %s: %w: the test binary of %s has changed since", x.opts.resume, errOtherCode, x.pkg)
	}
	x.tests, x.config.Skip = x.state.Tests, x.state.Skip
	for _, t := range slices.Clone(x.saved.Tests) {
		if t.Test.Package == x.pkg && err == nil {
			err = x.goOn(t)
		}
	}
	return x.state.Over || err != nil, err
}

var errOtherCode = errors.New("the checkpoint is for other code")

// goOn continues a test of the checkpoint, or prints its result if it is finished.
func (x *exploration) goOn(t *savedTest) error {
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
	return x.share()
}

// halts reports whether the failures of a test end its exploration.
func (x *exploration) halts(t *report.Test) bool {
	return t.Verdict == result.Fail && !x.opts.keepGoing
}
