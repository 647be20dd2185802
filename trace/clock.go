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

// Reaches says whether event i happens before the event with clock s, or is that event.
func (h *history) Reaches(i int32, s Span) bool {
	e := h.events.At(i)
	return int32(e.Thread) < s.N && *h.clocks.At(s.From + int32(e.Thread)) >= e.Index
}

// HappensBefore says whether event i happens before event j.
func (h *history) HappensBefore(i, j int) bool {
	return i < j && h.Reaches(int32(i), h.events.At(int32(j)).Clock)
}
