package sched

import goruntime "runtime"

// Where a debugger stops.

// stopped is the number of calls of Stop.
var stopped int

// stop calls Stop once, on the goroutine that is about to do the step.
func stop(r *runtime) {
	if at := r.config.StopAt; at > 0 && stopped == 0 && r.recorder.Steps() >= at {
		Stop()
	}
}

// Stop is where a debugger stops before Config.StopAt. Its caller's callers are the user's function.
//
//go:noinline
func Stop() { stopped++ }

// Fails is where a debugger stops when a failure shows.
//
//go:noinline
func Fails(kind, message string) {
	goruntime.KeepAlive(kind)
	goruntime.KeepAlive(message)
}
