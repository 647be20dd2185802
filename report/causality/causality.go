// Package causality says which events of an interleaving come after which because one depends on the other, for the formats that show
// messages.
//
// An event is one goroutine's side of a step: a send that meets its receiver is two events. It comes after the one before it in its goroutine;
// the first one of a goroutine comes after the go statement; an operation on an object comes after the last one that has changed the object, and one
// that changes it also after those that have looked at it since. A report knows operations by their names only, so some events are in an
// order that two executions need not agree on, such as two calls of WaitGroup.Done; none are without an order that they must have, but for
// steps on no object.
package causality

import (
	"slices"
	"strings"

	"heddle/result"
)

// An Event is one goroutine's side of a step, or an access of a race.
type Event struct {
	Number int    // of the step, from 1; 0 for an access of a race
	Thread string // path of the goroutine
	What   string
	Where  []result.Frame
	Step   *result.Step // nil for an access of a race
	// After are the events of other goroutines, by their indices, ascending, that it comes after because one depends on the other.
	After []int
}

// known is what is known of an object.
type known struct {
	changed int   // the event that has changed it last, from 1
	seen    []int // those that have looked at it since
}

// order finds the order of events as they come.
type order struct {
	events  []Event
	last    map[string]int // of a goroutine, from 1
	objects map[string]*known
	started map[string]int // after how many steps
	steps   []int          // the index of each step's event
}

// Events returns the events of f's interleaving, in their order.
func Events(f *result.Failure) []Event {
	o := &order{last: map[string]int{}, objects: map[string]*known{}, started: map[string]int{}}
	for _, t := range f.Threads {
		o.started[t.Path] = t.After
	}
	accesses := f.Accesses
	for i := 0; i <= len(f.Steps); i++ {
		for ; len(accesses) > 0 && accesses[0].After <= i; accesses = accesses[1:] {
			if a := &accesses[0]; a.Op == "" && !a.Atomic {
				o.add(Event{Thread: a.Thread, What: "race: " + a.Text(), Where: a.Where})
			}
		}
		if i < len(f.Steps) {
			o.step(i, &f.Steps[i])
		}
	}
	return o.events
}

// step adds the events of a step.
func (o *order) step(i int, s *result.Step) {
	at := len(o.events)
	o.steps = append(o.steps, at)
	o.add(Event{Number: i + 1, Thread: s.Thread, What: s.Describe(), Where: s.Where, Step: s, After: o.object(s, at)})
	if s.Partner != "" {
		o.add(Event{Number: i + 1, Thread: s.Partner, What: "with " + s.Thread + ": " + s.Describe(), Where: s.PartnerWhere, Step: s, After: []int{at}})
	}
}

// add adds an event, and what comes before it in its goroutine.
func (o *order) add(e Event) {
	var after []int
	if o.last[e.Thread] == 0 {
		after = o.start(e.Thread)
	}
	for _, i := range e.After {
		if o.events[i].Thread != e.Thread {
			after = append(after, i)
		}
	}
	slices.Sort(after)
	e.After = slices.Compact(after)
	o.events = append(o.events, e)
	o.last[e.Thread] = len(o.events)
}

// start is the last event before the go statement in the goroutine that has started this one.
func (o *order) start(path string) []int {
	parent := path[:max(0, strings.LastIndex(path, "."))]
	for i := min(o.started[path], len(o.steps)) - 1; i >= 0; i-- {
		for at := o.steps[i]; at < len(o.events) && o.events[at].Number == i+1; at++ {
			if o.events[at].Thread == parent {
				return []int{at}
			}
		}
	}
	return nil
}

// object notes that event at is an operation on the object of s, and returns the events that it comes after.
func (o *order) object(s *result.Step, at int) []int {
	if s.Object == "" {
		return nil
	}
	k := o.objects[s.Object]
	if k == nil {
		k = new(known)
		o.objects[s.Object] = k
	}
	var after []int
	if k.changed > 0 {
		after = append(after, k.changed-1)
	}
	if looks(s) {
		k.seen = append(k.seen, at)
		return after
	}
	after = append(after, k.seen...)
	k.changed, k.seen = at+1, nil
	return after
}

// looks reports whether the operation changes nothing.
func looks(s *result.Step) bool {
	switch s.Op {
	case "Load", "len", "Now":
		return true
	case "read":
		return !strings.HasPrefix(s.Object, "file ")
	}
	return false
}
