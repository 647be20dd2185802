// Package randomgo makes random concurrent Go programs and compares what the algorithms say about them.
//
// A program is one test function of an ordinary Go test file: goroutines, some started by others, with channels, select, mutexes,
// wait groups, condition variables, atomics, timers and contexts, in no sensible order. A good share of them deadlocks, leaks or panics in some
// interleavings. The same seed always makes the same program.
//
// The test of this package has File write many programs into one package, so that one build serves all of them, explores each by
// every algorithm, and wants of every program with a tree small enough for the exhaustive one:
//
//   - the sets of canonical hashes are equal, but for stateful, which need not reach every trace;
//   - sleep, source and optimal execute no trace twice;
//   - the outcomes are equal: what the goroutines saw, and who is blocked at the end.
//
// An outcome is what the test reports as failures: a program that comes to its end fails with the values that its goroutines saw.
//
// HEDDLE_RANDOM_GO=n makes it n programs, HEDDLE_RANDOM_GO_SEED=s begins at seed s, HEDDLE_RANDOM_GO_ALGORITHM=a compares only a with the
// exhaustive one. testdata/regress holds programs that once were explored
// wrongly.
package randomgo
