// Package simplest looks for the simplest execution that shows a failure, and for the order of events that decides whether it does.
//
//   - The simplest execution has the fewest preemptive switches, then the fewest steps up to the failure, then the fewest steps, threads and
//     switches.
//   - A plan is an execution that is wanted, as blocks: see package guide. Every plan is some execution, and what it is worth is
//     measured.
//   - A pair of events decides if they are in a race, and no execution in which they come the other way round shows the failure: of those that
//     were tried. If no race decides, other pairs of dependent events may.
//
// Reductions are those of Jalbert, Sen, A Trace Simplification Technique for Effective Debugging of Concurrent Programs, FSE 2010: the end of
// an execution is taken away, blocks of a thread are joined by moving the first one later or the second one earlier. They end where none of
// them helps. A search of all executions with 0, 1, 2, ... preemptive switches (explore.Bounded) finds those that are still simpler, as far as
// the bound on executions reaches. Nothing is concluded: each execution was run, and has shown the failure.
package simplest
