// Package growing says what could have happened instead of what an execution has done so far, while it grows: package reversal does so when
// it is over, and has the terms. There is one type for each question. Each holds the Execution and its own scratch memory, and is made once
// for an exploration:
//
//	Races       source      is this race of the newest event reversible, and what are the initials of the reversed sequence?
//	Disablers   source      which events have disabled an operation that is pending now?
//	Futures     stateful    which events race with an operation that a thread may reach later?
package growing
