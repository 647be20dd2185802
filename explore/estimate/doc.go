// Package estimate estimates how many traces a program has, from random probes of the tree of executions.
//
// The tree is that of sleep sets: each trace is one of its leaves, and executions that are given up, because everything enabled sleeps, are
// the others. A probe goes down from the root and draws one branch at each node. If each branch has a positive probability, the expectation
// of 1/p, where p is the probability of the path that was taken, or 0 for a path that is given up, is the number of traces: Knuth,
// Estimating the Efficiency of Backtrack Programs, Mathematics of Computation 29, 1975.
//
// That alone is worth little: most paths are given up, and a few have nearly all of the weight. So the tree is made small, and the branches
// are not drawn with the same probability:
//
//   - At each node there are two branches: a transition is taken, or it is put to sleep and the next one is asked. So a set of n reads
//     that may come before or after a write is n decisions of the same weight.
//   - What threads have done in the probes so far is taken to be all that they may do (future.go). A transition with which nothing is
//     dependent that may still come is taken at once, as a persistent set of one. A transition is put to sleep only if something may still wake it, by a
//     thread that may go on without it (wake.go).
//   - At first a transition is taken with the probability that it has if all orders of the operations on its objects are alike: its
//     thread's number of them in proportion to that of all. The weights of the probes so far correct that (importance sampling; the
//     cross-entropy method: Rubinstein, The Cross-Entropy Method for Combinatorial and Continuous Optimization, 1999).
//
// Probabilities depend on earlier probes only, so the mean of the weights stays without bias, but for what no probe has shown yet: an
// operation that comes only behind decisions that were never drawn is missing from the futures. Some probes are scouts, which walk at random
// and only look.
package estimate
