package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"heddle/internal/cached"
	"heddle/internal/saved"
	"heddle/internal/version"
	"heddle/report"
	"heddle/toolchain"
)

// openCache prints the results of the package's tests that are in the cache and still hold, and marks these tests as begun. It returns true if
// no test is left.
func (x *exploration) openCache() (over bool, err error) {
	if !x.config.Inputs {
		return false, nil
	}
	code, err := x.bin.Code()
	if err != nil {
		return false, err
	}
	root, err := toolchain.CacheDir()
	if err != nil {
		return false, err
	}
	key := x.config // how long to explore, and whether to keep what is left, makes no other result
	key.MaxExecutions, key.KeepGoing, key.Keep, key.Simplify, key.Passing = 0, false, false, 0, false
	if x.cache, err = cached.Open(root, version.Module(), code, x.pkgDir, x.opts.BinaryFlags(), key); err != nil {
		return false, err
	}
	x.openLast(root)
	x.tests = x.cache.Tests
	for _, r := range x.cache.Results {
		x.config.Skip = append(x.config.Skip, r.Test.Test)
		x.counts.Cached++
		if r.Output != "" && x.opts.Verbose {
			x.say(func(p report.Printer) { p.Output(x.pkg, r.Test.Test, r.Output) })
		}
		x.over(r.Test)
	}
	if x.opts.GoesOn {
		for _, r := range x.cache.Rests() {
			if err := x.takeUp(r); err != nil {
				return false, err
			}
		}
	}
	return len(x.tests) > 0 && len(x.unbegun())+len(x.aside) == 0, nil
}

// takeUp sets the test aside of which r is left.
func (x *exploration) takeUp(r cached.Rest) error {
	left := new(saved.Rest)
	if err := json.Unmarshal(r.Left, left); err != nil {
		return fmt.Errorf("cache: what is left of %s: %w", r.Test, err)
	}
	now := time.Now()
	b := begun{current: report.NewTest(x.pkg, r.Test, x.opts.Algorithm), began: now, left: left}
	b.current.Progress(&left.Total)
	x.config.Skip = append(x.config.Skip, r.Test)
	x.aside = append(x.aside, &process{divided: true, test: b, since: now})
	return nil
}

// keep keeps what is left of the running test, if -continue asks for it. It returns what is to be said about that.
func (x *exploration) keep(t *report.Test) string {
	left := x.left
	if !x.opts.GoesOn || x.cache == nil || len(t.Failures) > 0 || left == nil || len(left.Parts) == 0 || left.Reason != "" {
		return ""
	}
	text, err := json.Marshal(left)
	if err != nil || !x.cache.Keep(t.Test, text, left.Inputs) {
		return "; -continue begins again: a file that the test has read was changed"
	}
	return "; -continue goes on from here"
}

// saveCache puts the results into the cache.
func (x *exploration) saveCache() error {
	if x.cache == nil || x.counts.Cached == x.counts.Tests {
		return nil
	}
	root, err := toolchain.CacheDir()
	if err != nil {
		return err
	}
	err = errors.Join(x.cache.Save(x.tests), cached.SaveLast(root, x.pkgDir, x.pkg, x.corpus.Last))
	if x.opts.GoesOn {
		err = errors.Join(err, x.cache.SaveRests())
	}
	return err
}
