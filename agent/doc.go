// Package agent is what a test binary links: it takes the top-level tests from package testing, has package explore run each of
// them on package sched under all interleavings, and tells the heddle process what came out (package result).
//
// It does nothing in a process that heddle did not start, which it knows by result.ConfigEnv: there the patched standard library
// behaves as Go's own.
//
// The life of one test: explore.go (the exploration), globals.go (package-level variables put back before every execution), choices.go (the
// schedule that survives the process), failures.go (a failing schedule is run once more, with stacks), replay.go (heddle replay),
// watchdog.go (a test that hangs where the engine is blind).
package agent
