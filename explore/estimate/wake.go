package estimate

import (
	"slices"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// A transition that sleeps is woken by an event that is dependent with it. A node at which one sleeps that nothing wakes has no trace
// below it. Which threads may go on without those that sleep is the least fixpoint of three rules: a thread with a transition that is
// awake, or may be woken; one that is blocked, if an operation ahead of a thread that goes on may enable it; one that is to be started by
// one that goes on.

// waker finds out whether what sleeps may be woken.
type waker struct {
	goes  []bool // by thread: it may go on
	woken []bool // by transition of the newest state
}

// release has the kinds of operations that are blocked until one of the first kind is executed.
var release = [model.NumKinds][]model.Kind{
	model.Unlock:   {model.Lock},
	model.RWUnlock: {model.Announce, model.Acquire, model.RLock},
	model.RUnlock:  {model.Acquire},
	model.WGDone:   {model.WGWait},
	model.OnceEnd:  {model.OnceBegin},
}

// wakeable reports whether each transition of the newest state that sleeps may be woken.
func (p *probes) wakeable() bool {
	offered, w := p.Top(), &p.waker
	w.goes = append(w.goes[:0], make([]bool, len(p.futures.threads))...)
	w.woken = append(w.woken[:0], make([]bool, len(offered))...)
	left := 0
	for i := range offered {
		if asleep(&offered[i]) {
			left++
		} else {
			w.goes[offered[i].Thread] = true
		}
	}
	for again := true; again && left > 0; {
		again = false
		for i := range offered {
			if t := &offered[i]; asleep(t) && !w.woken[i] && p.wakes(&t.Transition) {
				w.woken[i], w.goes[t.Thread], again = true, true, true
				left--
			}
		}
		for _, k := range p.x.Waiting() {
			if t := p.x.Operation(k).Thread; !w.goes[t] && !p.offers(t) && p.enables(t, p.x.OpAt(k)) {
				w.goes[t], again = true, true
			}
		}
		for i := range w.goes {
			if t := &p.futures.threads[i]; !w.goes[i] && !t.begun && t.parent != model.NoThread && w.goes[t.parent] {
				w.goes[i], again = true, true
			}
		}
	}
	return left == 0
}

// asleep reports whether t sleeps, or was put to sleep.
func asleep(t *search.Transition) bool { return t.Mark&(search.Asleep|search.Done) != 0 }

// offers reports whether the newest state offers a transition of t.
func (p *probes) offers(t model.Thread) bool {
	return slices.ContainsFunc(p.Top(), func(u search.Transition) bool { return u.Takes(t) })
}

// wakes reports whether something may wake t, before t is executed.
func (p *probes) wakes(t *trace.Transition) (some bool) {
	if p.alternative(t) {
		return true
	}
	p.each(t, func(op *model.Op) {
		p.futures.ahead(op, func(e expected) {
			some = some || p.waker.goes[e.thread] && !t.Takes(e.thread) && !slices.Contains(release[op.Kind], e.Kind)
		})
	})
	return some
}

// enables reports whether threads that go on may enable op of t. A Wait needs all that are to call Done.
func (p *probes) enables(t model.Thread, op *model.Op) bool {
	some, all := false, true
	p.futures.ahead(op, func(e expected) {
		goes := p.waker.goes[e.thread]
		some = some || e.thread != t && goes
		all = all && (e.thread == t || goes || e.Kind != model.WGDone || op.Kind != model.WGWait)
	})
	return some && all
}

// alternative reports whether another transition than t that is awake takes a thread of t.
func (p *probes) alternative(t *trace.Transition) bool {
	return slices.ContainsFunc(p.Top(), func(u search.Transition) bool { return !asleep(&u) && u.Choice != t.Choice && u.Shares(t) })
}

// each calls do for the operations of t.
func (p *probes) each(t *trace.Transition, do func(*model.Op)) {
	do(p.x.OpAt(t.Op))
	if t.Joint() {
		do(p.x.OpAt(t.PartnerOp))
	}
}
