package main

import (
	"os"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// within is the script command "within d n program args...": the program must end with exit status n, and at most d after the first
// process of a test binary has begun. Building it does not count, so the test binary writes the file that STARTED names.
func within(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: within d n program args...")
	}
	limit, err := time.ParseDuration(args[0])
	ts.Check(err)
	started := ts.Getenv("STARTED")
	if err := os.Remove(started); err != nil && !os.IsNotExist(err) {
		ts.Fatalf("%v", err)
	}
	exits(ts, false, args[1:])
	info, err := os.Stat(started)
	ts.Check(err)
	if took := time.Since(info.ModTime()); took > limit {
		ts.Fatalf("it ended after %v, want at most %v", took.Round(time.Millisecond), limit)
	}
}
