package reversal

import (
	"heddle/trace"
	"heddle/trace/pages"
)

// A notdep is pre(E, e) and notdep(e, E), for one event e after the other of an execution E that is over.
type notdep struct {
	x    *trace.Execution
	e    int32
	base prefix // pre(E, e); while early, the events that happen before e
	// early says that notdep(e, E) holds all events that neither happen before e nor after it: see Extensions.
	early bool

	all   prefix // pre(E, e).notdep(e, E), if known
	known bool
	past  prefix // while early, pre(E, e); otherwise scratch
}

// begin makes the whole execution the base.
func (n *notdep) begin() {
	for len(n.base) < n.x.Width() {
		n.base, n.all, n.past = append(n.base, 0), append(n.all, 0), append(n.past, 0)
	}
	for t := range n.base {
		n.base[t] = n.x.EventsOf(threadAt(t)).Len()
	}
}

// leaveOut goes on to event e, the newest one of the base.
func (n *notdep) leaveOut(e int32) {
	n.base.drop(n.x, n.x.Event(e))
	n.e, n.known = e, false
}

// beginEarly makes the base only what happens before e, until endEarly.
func (n *notdep) beginEarly() {
	ev := n.x.Event(n.e)
	clear(n.past)
	copy(n.past, n.x.Times(ev.Clock))
	n.past.drop(n.x, ev)
	n.base, n.past = n.past, n.base
	n.early, n.known = true, false
}

func (n *notdep) endEarly() {
	n.base, n.past = n.past, n.base
	n.early = false
}

// without is pre(E, e).notdep(e, E).
func (n *notdep) without() prefix {
	if n.known {
		return n.all
	}
	n.known = true
	for t, k := range n.base {
		all := n.x.EventsOf(threadAt(t))
		n.all[t] = n.firstAfter(n.e, all, k, all.Len())
	}
	return n.all
}

// firstAfter is the index, from k up to end, of the first of a thread's events that is f or happens after it. Its steps are as long as the way that
// it has come: it looks at few events where few are left, and at few where many are.
func (n *notdep) firstAfter(f int32, events *pages.Numbers, k, end int32) int32 {
	after := func(i int32) bool { return n.x.Reaches(f, n.x.Event(events.At(i)).Clock) }
	step := int32(1)
	for k < end {
		at := min(k+step-1, end-1)
		if !after(at) {
			k, step = at+1, 2*step
			continue
		}
		for k < at {
			if middle := (k + at) / 2; after(middle) {
				at = middle
			} else {
				k = middle + 1
			}
		}
		return k
	}
	return k
}
