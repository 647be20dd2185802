// Package reversal says what could have happened instead of what an execution did: which of its races can be reversed, and which
// sequences of events lead to the reversed race. It runs no program: the answers follow from the record (trace.Execution). The terms
// are those of the papers:
//
//   - pre(E, e) is the execution E up to e, without e. notdep(e, E) is what comes after e in E and does not happen after e.
//   - A race between e and e' is reversible if e' is enabled after pre(E, e).notdep(e, E), without e.
//   - An initial of a sequence is an event of it that no other event of it happens before. A transition is a weak initial if some
//     continuation of the sequence is equivalent to one that begins with the transition.
//   - An event e disables a transition after pre(E, e).u if the transition is enabled there and is not after pre(E, e).u.e.
//   - A schedule, for POP, is a sequence in which everything happens before the last transition, its head.
//
// There is one type for each question that an algorithm asks. Each holds the Execution and its own scratch memory, and is made once for
// an exploration:
//
//	Reversals   optimal     which sequences v reverse the races of a complete execution?
//	Extensions  quasi       which conflicting extensions does it have?
//	Schedules   pop         which schedules reverse its parsimonious races?
//
// All of them are asked about an execution that is over. Package growing answers the questions that are asked while it grows.
//
// Reversals, Extensions and Schedules share their machinery (reversal.go): for each event e of the execution, pre(E, e) and notdep(e, E)
// (notdep.go), the races of e (raceindex.go), the transitions that e may disable (disabled.go), a subsequence u of notdep(e, E)
// (subsequence.go), and the state after pre(E, e).u (after.go, enabled.go, timer.go). What they show is a Sequence or a Schedule.
package reversal
