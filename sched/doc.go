// Package sched runs one execution of a Go test under control: exactly one of its goroutines runs at a time, from one visible
// operation to the next, and an algorithm decides at every operation which one goes on.
//
// # Terms
//
// A managed goroutine is one that the test started, directly or not, and the test function's own. Its operations reach this
// package through the hook table that the patched runtime calls (hooks.go); everything else in the process runs as always.
//
// A thread is what trace names: a managed goroutine, or a timer, whose firings are events. A thread is pending when it stands
// before a visible operation; a decision is made when all threads are pending or finished.
//
// A gate is the way in which most operations are modelled: the hook stands at the head of Go's own function, returns when the
// algorithm has chosen the operation, and Go's own code then does it on the real memory, without blocking because the engine has
// looked at that memory before. So panics, messages and values are Go's own. Only what Go's code could not do alone is done
// here: the rendezvous of an unbuffered channel, select, condition variables, timers.
//
// A worker is a goroutine of the pool that runs one thread after another. Workers, and the engine itself, switch directly with
// coroutine switches; a thread that goes on costs none.
//
// # Files
//
// One file for each primitive: goroutine, chan, select, mutex, rwmutex, waitgroup, once, cond, pool, syncmap, atomic, timer, memory. The
// loop that makes decisions is in runtime.go, the pool in worker.go, what is known of an object in object.go.
package sched
