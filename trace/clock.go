package trace

import "heddle/model"

// Times are the entries of the clock s. Entry t is the number of events of thread t that happen before the event, itself included. Entries
// past the end are 0. They must not be changed, and are valid until the next Append.
func (h *history) Times(s Span) []int32 { return h.clocks.Slice(s.From, s.N) }

// Join raises the entries of clock, which must be long enough, to those of s.
func (h *history) Join(clock []int32, s Span) {
	for t, n := range h.Times(s) {
		if n > clock[t] {
			clock[t] = n
		}
	}
}

// Birth is the clock with which thread t started.
func (h *history) Birth(t model.Thread) Span { return h.threads[t].birth }

// Clock is the clock of the newest event of thread t, or Birth if t has none.
func (h *history) Clock(t model.Thread) Span { return h.threads[t].clock }

// ClockAfter is the clock of thread t after its first n events.
func (h *history) ClockAfter(t model.Thread, n int32) Span {
	if n == 0 {
		return h.threads[t].birth
	}
	return h.events.At(h.threads[t].events.At(n - 1)).Clock
}

// Starter is the thread whose event after the first n events made the states show t, which none of them had shown before: its parent, or
// the thread whose first event it waited for.
func Starter(x *Execution, t model.Thread, n int32) model.Thread {
	p, parent := &x.threads[t], x.names.Parent(t)
	if p.after == 0 || p.since > x.threads[parent].events.Search(n) {
		return parent
	}
	return p.after
}

// Starts are clocks of events, or of none, that thread t started after: all that happens before its start happens before one of them.
func Starts(x *Execution, t model.Thread) [2]Span {
	p := &x.threads[t]
	if p.after == 0 {
		return [2]Span{p.birth}
	}
	return [2]Span{x.ClockAfter(x.names.Parent(t), p.since), x.ClockAfter(p.after, 1)}
}

// afterBoth makes a clock of all that happens before a or b.
func (h *history) afterBoth(a, b Span) Span {
	from := h.clocks.Extend(int(h.width))
	clock := h.clocks.Slice(from, h.width)
	clear(clock)
	h.Join(clock, a)
	h.Join(clock, b)
	return Span{from, h.width}
}

// Reaches says whether event i happens before the event with clock s, or is that event.
func (h *history) Reaches(i int32, s Span) bool {
	e := h.events.At(i)
	return int32(e.Thread) < s.N && *h.clocks.At(s.From + int32(e.Thread)) >= e.Index
}

// HappensBefore says whether event i happens before event j.
func (h *history) HappensBefore(i, j int) bool {
	return i < j && h.Reaches(int32(i), h.events.At(int32(j)).Clock)
}
