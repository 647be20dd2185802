// Package state reads the state of a Go program, for algorithms that remember states: the stacks of goroutines and the heap. It knows
// nothing of threads and operations: package sched says of which parts a state is made (sched/state.go). They are
//
//   - the local state of each goroutine: its stack, its deferred calls, its pending operation, its random numbers, how many threads it
//     has started, and what it has put into pools;
//   - the package-level variables of the checked packages, and the heap that is reached from them and from the local states;
//   - what the engine keeps for the program: the clock, the timers, the waiters of condition variables, the failure found so far.
//
// # Words
//
// Addresses differ between executions that reach one state. A stack is read when all goroutines are pending, so everything that is live
// is in memory, not in registers. A word of the stack is hashed as
//
//   - its distance from the top of the stack, if it is an address in the same stack;
//   - the name of the allocation (package object) and the offset in it, if it is an address in the heap;
//   - itself otherwise: code, types and package-level variables have the same addresses in all executions.
//
// A word that is an address in the heap, but no pointer to the collector, is hashed only as such a word. It is left over from an
// earlier call: the collector keeps what the program can still use.
//
// A state can contain what the program cannot use any more: a variable that is no pointer may be in a slot of the stack that is dead,
// and a slot may never have been written. To keep such rests few, the unused part of a stack is cleared after every operation
// (hook.WipeStack). The rests that remain make some states differ that are equal. They make no different states equal.
//
// The frames of the engine are not part of a stack. They alone hold the arguments of a pending operation, because the functions that the
// engine takes over do not need them any more. So package sched adds the arguments, and what they point to counts as in use.
//
// # What is no state
//
// These are not part of a state: the standard library's package-level variables; what was in the heap before the execution and is not
// reached from variables of the checked packages; what only a weak pointer points to; memory that is not Go's. A goroutine in a
// coroutine (iter.Pull) has more than one stack. From then on, the states of the execution are not read, and neither are they once files
// or the environment have changed.
package state
