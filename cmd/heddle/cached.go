package main

import (
	"heddle/internal/cached"
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
	code, err := x.bin.code()
	if err != nil {
		return false, err
	}
	root, err := toolchain.CacheDir()
	if err != nil {
		return false, err
	}
	if x.cache, err = cached.Open(root, version.Module(), code, x.pkgDir, x.opts.binaryFlags(), x.config); err != nil {
		return false, err
	}
	x.tests = x.cache.Tests
	for _, r := range x.cache.Results {
		x.config.Skip = append(x.config.Skip, r.Test.Test)
		x.counts.Cached++
		if r.Output != "" && x.opts.verbose {
			x.say(func(p report.Printer) { p.Output(x.pkg, r.Test.Test, r.Output) })
		}
		x.over(r.Test)
	}
	return len(x.tests) > 0 && len(x.unbegun()) == 0, nil
}

// saveCache puts the results into the cache.
func (x *exploration) saveCache() error {
	if x.cache == nil || x.counts.Cached == x.counts.Tests {
		return nil
	}
	return x.cache.Save(x.tests)
}
