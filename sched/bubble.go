package sched

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/bubble"
	"heddle/sched/clock"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// hookBubble is synctest.Test: it runs fn in a new bubble. It reports whether all goroutines of the bubble have ended, and whether fn has.
func hookBubble(p unsafe.Pointer, fn func()) (ended, done bool) {
	r := &rt
	t := r.leave()
	if r.config.Doubts.Collects {
		r.fail(failure.Unsupported("testing/synctest in a test that has a finalizer, a cleanup or a weak pointer and calls runtime.GC"))
		r.end()
	}
	b := bubble.New(p, r.objects.Name(uintptr(p)), t.id)
	r.threads.bubbles, r.clock.Bubbled = append(r.threads.bubbles, b), true
	b.Main = spawn(r, t, fn, b).id
	for t.settles = b; !b.Over; {
		t.Op = model.Op{Kind: model.Idle, Obj: model.NoObject, Clock: b.Name}
		r.yield(t)
	}
	t.settles = nil
	r.enter(t, t.g)
	return !slices.ContainsFunc(b.Threads, func(u model.Thread) bool { return r.threads.byID[u].state != finished }), b.Done
}

// hookIdle is synctest.Wait.
func hookIdle() {
	r := &rt
	t := r.leave()
	b := t.bubble
	b.Wait, t.settles = t.id, b
	t.Op = model.Op{Kind: model.Idle, Obj: model.NoObject, Clock: b.Name}
	r.yield(t)
	t.settles = nil
	r.enter(t, t.g)
}

// hookOutside makes the running goroutine leave its bubble, or come back. It leaves it for operations on the deadlines of files, which are on the
// real clock in Go, whoever sets them: here, on the clock outside of bubbles. Coming back is an operation on the bubble's clock. So those outside
// come before the next Idle, and as the bubble is not idle while they are pending, they come after the Idle before.
func hookOutside(leaves bool) {
	r := &rt
	if leaves {
		u := r.threads.running
		u.left, u.bubble = u.bubble, nil
		return
	}
	t := r.leave()
	if b := t.left; b != nil {
		t.left, t.bubble = nil, b
		t.Op = model.Op{Kind: model.Pick, Obj: model.NoObject, Clock: b.Name, Arg: 1}
		t.Addr, t.Where = nil, nil
		r.yield(t)
	}
	r.enter(t, t.g)
}

// sleeps reports whether t stands before the end of a Sleep that its bubble's clock ends.
func (t *thread) sleeps() bool { return t.Op.Kind == model.Wake && t.bubble != nil && !t.await.Naps }

// idleAlternatives offers the Idle of t if all goroutines of the bubble are durably blocked. Then it is known what it does.
func idleAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	b := t.settles
	if b.Next() != t.id || slices.ContainsFunc(b.Threads, func(u model.Thread) bool { return busy(r, b, r.threads.byID[u]) }) {
		return to
	}
	if t.OpCases = t.OpCases[:0]; t.id == b.Root && !b.Ends() {
		t.OpCases = b.Fires(t.OpCases)
	}
	t.Op.Cases = t.OpCases
	return append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
}

// busy reports whether u, which is in b, is not durably blocked.
func busy(r *runtime, b *bubble.Bubble, u *thread) bool {
	if u.state == finished || u.settles != nil {
		return false // or it is in Wait
	}
	return u.state == running || u.await.Waits || u.await.Naps || !b.Blocks(&u.Operation) || len(r.alternatives(u, u.Alts[:0])) > 0
}

// takeIdle lets the waiter of the bubble go on, or its clock, or ends it. As in Go, the former and the last come after all that the
// goroutines of the bubble have done.
func takeIdle(r *runtime, t *thread, _ model.Choice) {
	b := t.settles
	t.await.Effect()
	for _, u := range b.Threads {
		r.threads.byID[u].parked = true
	}
	if t.id == b.Wait || b.Ends() {
		b.Wait, b.Over = model.NoThread, t.id == b.Root
		for _, u := range b.Threads {
			r.order.Join(t.id, u)
		}
		return
	}
	timers, several := b.Clock.Strike()
	for _, tm := range timers {
		strike(r, t, tm, several)
	}
}

// strike calls the function of tm, a timer of a bubble, on t. If several things happen at this time, somebody may stop the timer before it
// fires: that is an operation of the goroutine that it starts.
func strike(r *runtime, t *thread, tm *clock.Timer, several bool) {
	u, n := r.threads.byID[tm.Thread], len(r.threads.list)
	if tm.C != nil {
		r.order.PassValue(u.id, tm.C, true)
	}
	before := r.threads.running
	r.threads.running, hook.Running = u, &u.local
	tm.Call()
	r.threads.running, hook.Running = before, &before.local
	for _, child := range r.threads.list[n:] {
		if child.parent = t.id; several {
			child.fires, tm.Begins = tm, child.id
		}
	}
}

// begins reports whether t, which a timer has started, begins.
func begins(r *runtime, t *thread) bool {
	t.g, t.Op = hook.G(), model.Op{Kind: model.TimerStart, Obj: t.fires.Object, Clock: t.bubble.Name}
	r.yield(t)
	return t.fires.Begun(t.id)
}

// enterBubble puts the pending operation of t on the clock of its bubble. Outside of it that is another clock.
func enterBubble(r *runtime, t *thread) {
	if t.Op.Clock == object.Clock && !t.await.Naps {
		r.fail(failure.Unsupported("a timer from outside of the bubble in testing/synctest"))
		r.end()
	}
	if t.Op.Kind != model.Never {
		t.Op.Clock = t.bubble.Name
	}
}

// atTimer begins a hook on the timer that is the runtime's at p. It returns nil, and the goroutine runs, if Go's own code must do it: the
// timer is none of this execution, or the running thread is outside of its bubble.
func atTimer(r *runtime, p unsafe.Pointer) (t *thread, tm *clock.Timer) {
	tm = r.clock.Find(p)
	for i := 0; tm == nil && i < len(r.threads.bubbles); i++ {
		tm = r.threads.bubbles[i].Clock.Find(p)
	}
	if t = r.threads.running; tm == nil || r.threads.byID[tm.Thread].bubble != nil && t.bubble == nil {
		return nil, nil
	}
	return r.leave(), tm
}
