// Package model has the terms of the papers and the relations between them. It holds no state: the program and the algorithm
// both see it first, and meet in the interface Program.
//
//   - A thread is a goroutine, or a timer whose firings are events of their own. Names gives each thread the same name in every
//     execution.
//   - An operation (Op) is what a thread does to the world outside it: one atomic access, one lock, one send. Between two
//     operations a thread runs unobserved.
//   - The pending operation of a thread is the one that it is about to execute. It is enabled if the state offers a transition
//     for it; otherwise it is blocked.
//   - A transition (Choice) is a thread with one of the alternatives of its pending operation: the case of a select, the partner
//     of an unbuffered send. A joint transition executes an unbuffered send together with its receive.
//   - An execution is a sequence of events. An event is an operation that was executed, by taking a transition. The transitions
//     of an execution are its schedule. It is maximal, or complete, if nothing is enabled after it.
//   - Two operations are dependent if their order can matter (Dependence). How an operation acts on one object is its Role;
//     under Refined the state decides which role that is.
//   - Whether an operation on an object is enabled follows from the object's Status, which an event's Action changes.
//   - A barrier is an operation that is ordered with every other: a timer that fires because nothing else can run.
//   - A Memory tells states apart, for algorithms that remember them.
//
// Package trace records executions in these terms.
package model
