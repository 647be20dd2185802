// Package trace holds the pure part of the engine: operations, dependence, happens-before, and the stack of events of the
// running execution. It knows neither how a program is run (sched, prog) nor which interleavings are chosen (explore); both
// know it. The terms are those of the papers:
//
//   - A thread is a goroutine, or a timer whose firings are events of their own. An operation (Op) is what a thread does to
//     the world outside it: one atomic access, one lock, one send. Between two operations a thread runs unobserved.
//   - The pending operation of a thread is the one that it is about to execute. It is enabled if the state offers a
//     transition (Choice) for it, else blocked. A transition is a thread with one of the alternatives of its operation: the
//     case of a select, the partner of an unbuffered send.
//   - An event is an operation that was executed, by taking a transition: (thread, index, operation, alternative). A joint
//     event is an unbuffered send together with its receive; it is an event of both threads.
//   - An execution is a sequence of events; its transitions are its schedule. It is maximal, or complete, if nothing is
//     enabled after it.
//   - Two operations are dependent if their order can matter (Dependence). Happens-before is the smallest order that holds
//     the order of each thread, the order of a thread's events and those of the threads that it started before them, and the
//     order of dependent events. Spawn and the end of a thread are no events.
//   - Two executions are equivalent if they have the same events and the same happens-before. A Mazurkiewicz trace is a
//     class of equivalent executions; Hash names it.
//   - Two events are in a race if they are of different threads, the first happens before the second, and no third event is
//     between them in happens-before. The race is reversible if the second was enabled before the first was executed. (A
//     data race is something else: see Races.)
//   - pre(E, e) is the execution E up to e, without e. notdep(e, E) is what comes after e in E and does not happen after e.
//   - An initial of a sequence is an event of it that no other event of it happens before. A source set of a state holds an
//     initial of each continuation.
//   - A sleep set holds transitions that need not be taken, because what follows them has been explored.
//   - A barrier is an event that is ordered with every other: a timer that fires because nothing else can run.
//
// An Execution is used like this:
//
//	x := trace.NewExecution(names, trace.Standard)
//	x.Observe(state)      // the state before the first event
//	x.Append(choice)      // the first event; x.Races() are its races with older ones
//	x.Observe(state)      // the state after it
//	...
//	x.Hash()
//	x.Truncate(3)         // back to the state after three events
package trace
