// Package source holds the algorithms that keep, with each state on the stack, the transitions that are to be explored from it: its
// backtrack set.
//
//   - exhaustive puts all transitions into it.
//   - sleep does, too, and leaves out those in the state's sleep set.
//   - source (source-DPOR) adds an initial of the sequence that reverses a race, for each race that an execution shows. The backtrack sets
//     are source sets in the end.
//   - dpor (with sleep sets, and without) adds what its paper of 2005 asks for. The backtrack sets are persistent sets in the end.
//   - bounded takes every transition that a bound on preemptions allows, and comes to no trace twice.
//
// BacktrackSets is what source and dpor have in common. Package stateful stands on it as well.
package source
