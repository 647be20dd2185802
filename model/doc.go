// Package model defines the terms of the papers and the relations between them. It imports nothing of Heddle, and
// executes and explores nothing. A program and an algorithm meet here: the program shows a State, the algorithm answers
// with a Choice (see Program).
//
//   - A thread is a goroutine, or a timer whose firings are events. Names gives it the same name in every execution.
//   - An operation (Op) is what a thread does to the world outside it: one atomic access, one lock, one send. Its Kind
//     says what it does, its Object to what. Between two operations a thread runs unobserved.
//   - The pending operation of a thread is the one that it executes next.
//   - A transition (Choice) is a thread with one alternative of its pending operation: the case of a select, the
//     partner of an unbuffered send. A joint transition executes an unbuffered send together with its receive.
//   - An operation is enabled in a state that offers a transition for it. Otherwise it is blocked.
//   - An event is an executed transition.
//   - An execution is a sequence of events. Its schedule is the sequence of their transitions. It is maximal, or
//     complete, if nothing is enabled after it.
//   - Two operations are dependent if their order can matter. A Dependence says which are.
//   - The Role of an operation on an object says how it acts there. Dependence is a relation between roles on one
//     object. Under Refined the state decides the role.
//   - The Status of an object decides whether an operation on it is enabled. The Action of an event changes it.
//   - A barrier is an operation that is ordered with every other: a timer that fires because nothing else can run.
//   - A Memory tells states apart, for algorithms that remember them.
//
// For example, two readers of an RWMutex are independent, and a writer is dependent with both:
//
//	read := model.Op{Kind: model.RLock, Obj: 1, Clock: model.NoObject}
//	write := model.Op{Kind: model.Announce, Obj: 1, Clock: model.NoObject}
//	model.Standard.Dependent(&read, &read)  // false
//	model.Standard.Dependent(&read, &write) // true
//
// Package trace records executions in these terms, and defines happens-before.
package model
