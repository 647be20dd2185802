// Package agent is the part of Heddle that runs inside a test binary. It takes the top-level tests from package
// testing, makes package explore run each of them on package sched under all interleavings, and sends the results to
// the heddle process (package result).
//
// In a process that heddle did not start, agent does nothing, and the patched standard library behaves like Go's own.
// agent recognizes heddle's processes by the environment variable result.ConfigEnv.
//
// The life of one test: explore.go (the exploration), globals.go (package-level variables are restored before every
// execution), choices.go (the schedule that survives the process), failures.go (a failing schedule is run once more,
// with stacks), replay.go (heddle replay), watchdog.go (a test that hangs where the engine does not see it), surroundings.go
// (the environment and temporary files are restored, too).
//
// Several processes explore one test: worker.go (parts and assignments), slice.go (for how long); package agent/wire has the form in which
// parts and choices are sent. Schedules that were kept are run before: kept.go.
package agent
