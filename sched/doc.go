// Package sched runs one execution of a Go test under control. Exactly one of its goroutines runs at a time, from one visible operation
// to the next, and at every operation an algorithm decides which one goes on.
//
// # Terms
//
// A managed goroutine is one that the test started, directly or not, or the test function's own. Its operations reach this package
// through the hook table that the patched runtime calls (package hook). Everything else in the process runs as always.
//
// A thread is what package model names: a managed goroutine, or a timer, whose firings are events. A thread is pending when it stands
// before a visible operation. A decision is made when every thread is pending or finished.
//
// A gate is how most operations are modelled. The hook is at the head of Go's own function and returns when the algorithm has chosen the
// operation. Go's own code then does the operation on the real memory. It does not block, because the engine has read that memory
// before. So panics, messages and values are Go's own. Only what Go's code cannot do alone is done here: the rendezvous of an
// unbuffered channel, select, condition variables, timers.
//
// A worker is a goroutine of a pool that runs one thread after another. Workers, and the engine itself, switch with direct coroutine
// switches. A thread that goes on needs no switch.
//
// # Files
//
// Files call those further down only:
//
//	program                  the API: a Program, and how one execution goes
//	gates                    the tables of hooks and gates
//	atomic, bubble, chan, chance, collect, cond, file, goroutine, mutex, once, plain, pool, rwmutex, select, system, timer, waitgroup
//	                         the gates: one file for each primitive, with its hooks, when its operations are enabled, and what they do
//	section                  critical sections that are one event
//	step, rendezvous, exempt what several gates share: operations that need only their object, those on channels, those that are no events
//	end                      the machine: the end of an execution, and what is wrong with it
//	worker                   how goroutines switch
//	stop                     where a debugger stops
//	decide                   the loop that makes decisions
//	state, recording         what states, records and failures are made of: the machine's side of packages state, record and failure
//	poll                     the machine's side of package await
//	runtime, threads, thread the machine's types
//
// What can be known without the machine is in packages below this one. It has more than 2500 lines because all gates are on the fields of
// threads: a wall between the machine and some of them, such as timers and bubbles, would be forty exported names.
package sched
