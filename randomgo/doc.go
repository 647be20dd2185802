// Package randomgo makes random concurrent Go programs and compares the algorithms on them.
//
// A program is one test function of an ordinary Go test file. It has goroutines, some started by others, with
// channels, select, mutexes, wait groups, condition variables, atomics, timers, tickers and contexts, in no sensible order. A
// good share of the programs deadlocks, leaks or panics in some interleavings. The same seed always makes the same
// program.
//
// The test of this package lets File write many programs into one package, so that they need one build only. It
// explores each program by every algorithm. For every program that is small enough for the exhaustive algorithm it
// checks that
//
//   - the sets of canonical hashes are equal; stateful alone need not reach every trace;
//   - the algorithms that promise it (all but exhaustive, dpor-nosleep and stateful) execute no trace twice;
//   - optimal, pop and quasi have no blocked execution;
//   - the outcomes are equal: what the goroutines saw, and who is blocked at the end.
//
// An outcome is a failure that the test reports. A program that reaches its end fails with the values that its
// goroutines saw.
//
// VerdictFile makes other programs, which use package testing: they log, fail, panic, skip and sleep in goroutines that may outlive the
// test. TestVerdicts runs them natively, under load, and checks that heddle finds every outcome. HEDDLE_RANDOM_VERDICTS=n sets the number
// of programs, HEDDLE_RANDOM_VERDICT_RUNS=m that of the native runs of each.
//
// RaceFile makes programs whose goroutines share memory. TestRaces compares the variables on which there are races with those that
// go test -race reports. TestLibraryCalls compares them, in programs that call the standard library between their accesses, with those that
// are found when nothing that the library does is hidden; HEDDLE_RANDOM_CALLS=n sets the number of these programs.
//
// SectionFile makes programs whose goroutines share variables under locks. TestSections compares what is found on them with -sections with what
// exhaustive and optimal find without, TestSectionRaces the races in those of RaceFile. HEDDLE_RANDOM_SECTIONS=n sets the number of programs.
//
// BubbleFile makes programs that run in bubbles of testing/synctest. TestBubbles compares the algorithms on them, and what they find with what
// native runs show. HEDDLE_RANDOM_BUBBLES=n sets the number of programs, HEDDLE_RANDOM_BUBBLE_RUNS=m that of the native runs of each.
//
// AlikeFile makes programs with goroutines that are started alike. TestAlike compares what is found of them with -symmetry and without;
// HEDDLE_RANDOM_ALIKE=n sets the number of programs.
//
// HEDDLE_RANDOM_GO=n sets the number of programs, HEDDLE_RANDOM_GO_SEED=s the first seed. HEDDLE_RANDOM_GO_ALGORITHM=a compares only a with
// the exhaustive algorithm, HEDDLE_RANDOM_GO_WITH=text only the programs that hold the text. testdata/regress holds programs that were
// once explored wrongly.
package randomgo
