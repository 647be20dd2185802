package trace

import (
	"slices"

	"heddle/model"
	"heddle/trace/pages"
)

// An Event is one step of an execution. A joint event is an event of both its threads.
type Event struct {
	Transition
	Index int32 // 1 for the first event of its thread
	Clock Span  // its vector clock

	touch int32 // its first touch: see Execution.TouchesOf
	race  int32 // its first race: see RacesOf
}

// A Span is a vector clock: a range of the memory of all clocks.
type Span struct{ From, N int32 }

// OpOf is the operation of thread t, one of the event's threads, that the event executes.
func (e *Event) OpOf(t model.Thread) int32 {
	if e.Thread != t {
		return e.PartnerOp
	}
	return e.Op
}

// A history is the events so far, with their vector clocks.
type history struct {
	events  pages.List[Event]
	choices []model.Choice    // Invariant: choices[i] is the transition of events[i]; those of the newest events are missing: see Choices.
	races   pages.List[int32] // the events that are in a race with the first event, then with the second, ...
	clocks  pages.List[int32] // the vector clocks
	width   int32             // the length of new clocks
	threads []thread          // by Thread
	watches []*int32          // see Watch
}

// A thread is the record of one thread.
type thread struct {
	born   bool
	joined bool          // see Joined
	count  int32         // its events so far
	events pages.Numbers // these events
	last   int32         // the newest of them, -1 for none
	op     int32         // the newest operation that it has reached, -1 for none
	birth  Span          // the clock with which it started
	clock  Span          // the clock of its newest event, or birth
	after  model.Thread  // model.Pending.After
	since  int32         // model.Pending.Since
}

// Len is the number of events.
func (h *history) Len() int { return int(h.events.Len()) }

// Choices are the transitions of the events, in order. They must not be changed, and are valid until the next Append or Truncate.
func (h *history) Choices() []model.Choice {
	h.choices = h.AppendChoices(h.choices)
	return h.choices
}

// AppendChoices adds the transitions of those events to list that list does not have.
func (h *history) AppendChoices(list []model.Choice) []model.Choice {
	if n := h.Len(); cap(list) < n {
		list = slices.Grow(list, n+min(n/4, 1000)-len(list))
	}
	for i := len(list); i < h.Len(); i++ {
		list = append(list, h.events.At(int32(i)).Choice)
	}
	return list
}

// Watch returns a number that Truncate lowers to the number of events that are left, if it is greater.
func (h *history) Watch() *int32 {
	h.watches = append(h.watches, new(int32))
	return h.watches[len(h.watches)-1]
}

// Event is event i, counted from 0. It must not be changed, and is valid until the next Append or Truncate.
func (h *history) Event(i int32) *Event { return h.events.At(i) }

// EventsOf are the events of thread t, oldest first. They must not be changed.
func (h *history) EventsOf(t model.Thread) *pages.Numbers { return &h.threads[t].events }

// EventBefore is the event of thread t before the one with this index, -1 for none.
func (h *history) EventBefore(t model.Thread, index int32) int32 {
	if index <= 1 {
		return -1
	}
	return h.threads[t].events.At(index - 2)
}

// Joined says whether thread t has joined the waiters of a Cond, in this execution or in an earlier one.
func (h *history) Joined(t model.Thread) bool { return h.threads[t].joined }

// Last is the newest event of thread t, -1 for none.
func (h *history) Last(t model.Thread) int { return int(h.threads[t].last) }

// Reached is the newest operation that thread t has reached, -1 for none. It is t's pending operation if t is pending.
func (h *history) Reached(t model.Thread) int32 { return h.threads[t].op }

// Width is one more than the greatest thread that any execution has shown: the length of the longest clocks.
func (h *history) Width() int { return len(h.threads) }

// RacesOf are the numbers of the races in which event i is the later event, newest first: from one number up to another. Race gives the
// events. Package reversal says whether they are reversible.
func (h *history) RacesOf(i int32) (from, to int32) {
	return h.events.At(i).race, h.RacesBefore(i + 1)
}

// Race is the earlier event of the race with number k: an event of another thread than the later one, with nothing between in
// happens-before.
func (h *history) Race(k int32) int32 { return *h.races.At(k) }

// RacesBefore is the number of races of the events before event i, which may be the one to come.
func (h *history) RacesBefore(i int32) int32 {
	if i < h.events.Len() {
		return h.events.At(i).race
	}
	return h.races.Len()
}

// rewind removes the newest event of thread t.
func (h *history) rewind(t model.Thread) {
	p := &h.threads[t]
	p.last = h.EventBefore(t, p.count)
	p.count, p.clock = p.count-1, p.birth
	p.events.Truncate(p.count)
	if p.last >= 0 {
		p.clock = h.events.At(p.last).Clock
	}
}
