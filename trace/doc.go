// Package trace records one execution: its events, with happens-before between them. It knows neither how a program is run (sched,
// prog) nor which interleavings are chosen (explore). Package model defines operations, transitions and dependence. In addition:
//
//   - An event is an operation that was executed: (thread, index, operation, alternative). A joint event is an unbuffered send
//     together with its receive; it is an event of both threads.
//   - Happens-before is the smallest order that holds the order of each thread, the order of a thread's events and those of the
//     threads that it started before them, and the order of dependent events. Spawn and the end of a thread are no events.
//   - Two executions are equivalent if they have the same events and the same happens-before. A Mazurkiewicz trace is a class of
//     equivalent executions; Hash names it.
//   - Two events are in a race if they are of different threads, the first happens before the second but not before the start of
//     its thread, and no third event is between them in happens-before. (A data race is something else: see package datarace.)
//   - A barrier is an event that is ordered with every other.
//   - A touch is what one event does to one object.
//
// An Execution is used like this:
//
//	x := trace.NewExecution(names, model.Standard)
//	x.Observe(state)      // the state before the first event
//	x.Append(choice)      // the first event; x.Races() are its races with older ones
//	x.Observe(state)      // the state after it
//	...
//	x.Hash()
//	x.Truncate(3)         // back to the state after three events
//
// It has three parts: the history of events with their vector clocks (event.go, clock.go), what the states between them have shown
// (state.go), and what the events have done to the objects (object.go, refined.go, touch.go).
package trace
