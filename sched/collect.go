package sched

import (
	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/due"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// A collection is an operation where the program can tell what it has collected: it has finalizers, cleanups or weak pointers. What is
// reachable depends on all that every goroutine has done. So a Collect depends on all operations, and a goroutine begins with one: the
// exploration starts again with Doubts.Collects. The collector is Go's own, and frees nothing (see the file added to package runtime).

// hookWatch reports whether the finalizer, cleanup or weak pointer that is being made is the program's. When it is due is chance.
func hookWatch() bool {
	saved := hook.Cur
	hook.Cur = 0
	program := caller.Program() && rt.events.chance.NoteMoment()
	hook.Cur = saved
	return program
}

// hookCollect is runtime.GC.
func hookCollect() {
	r := &rt
	t := r.leave()
	if hook.MemYields { // goroutines wait in accesses to memory, where their stacks cannot be read (see architecture.md)
		r.fail(failure.Unsupported("runtime.GC with -plain explore in a test that has a finalizer, a cleanup or a weak pointer"))
		r.end()
	}
	r.doubts.Collects = true
	if r.config.Doubts.Collects {
		t.Op = model.Op{Kind: model.Collect, Obj: model.NoObject, Clock: object.Clock}
		r.yield(t)
	}
	collect(r, t)
	r.enter(t, t.g)
}

// collect runs the collector, and starts the goroutines for what has become due, as children of parent. It reports whether anything has.
// Only its caller runs, at a hook.
func collect(r *runtime, parent *thread) bool {
	show := r.clock.Hide()
	for _, t := range r.threads.list {
		t.Forget(t.state != pending)
		t.chance.Pools.Age()
	}
	r.events.chance.Shared.Age()
	found := hook.GC()
	show()
	r.order.Kept()
	if found == nil {
		return false
	}
	for _, t := range r.threads.list { // as go test -race has it
		if t.timer == nil {
			r.order.Merge(t.id, r.objects.Hidden(due.Address))
		}
	}
	first, cleanups := r.threads.due.Add(found, r.threads.names)
	for _, d := range cleanups {
		startDue(r, parent, d, func() { hook.Run(d) })
	}
	if f := r.threads.finalizer; first != nil && (f == nil || f.state == finished) {
		r.threads.finalizer = startDue(r, parent, first, finalize)
	}
	return true
}

// startDue starts a goroutine that runs fn, for d. Finalizers have one goroutine in Go, and cleanups may run concurrently: here each has its own.
func startDue(r *runtime, parent *thread, d *hook.Due, fn func()) *thread {
	t := spawn(r, parent, fn, nil)
	t.ofEnd = r.draining
	t.trail.Entry = *hook.At[uintptr](uintptr(d.Fn))
	r.order.Acquire(t.id, r.objects.Hidden(due.Address))
	return t
}

// finalize runs the finalizers that are due, one after another, on the managed goroutine.
func finalize() {
	r := &rt
	for d := r.threads.due.Next(); d != nil; d = r.threads.due.Next() {
		r.order.Acquire(r.threads.running.id, r.objects.Hidden(due.Address))
		hook.Run(d)
	}
}
