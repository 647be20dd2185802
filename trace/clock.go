package trace

import "heddle/model"

// A Span is a vector clock, as its place in the memory of all clocks. Entry t of a clock is the number of events of thread t that
// happen before the event, itself included. Entries past the end are 0.
type Span struct{ From, N int32 }

// Times are the entries of a clock. They must not be changed, and are valid until the next Append.
func (h *history) Times(s Span) []int32 { return h.clocks[s.From : s.From+s.N] }

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
	e := &h.events[i]
	return int32(e.Thread) < s.N && h.clocks[s.From+int32(e.Thread)] >= e.Index
}

// HappensBefore says whether event i happens before event j.
func (h *history) HappensBefore(i, j int) bool {
	return i < j && h.Reaches(int32(i), h.events[j].Clock)
}

// clock makes the vector clock of the event e, which is about to be appended, from its dependent predecessors (newest first). It adds
// the events that are in a race with e to h.races.
func (x *Execution) clock(e *Event, joint bool) Span {
	from, n := int32(len(x.clocks)), x.width
	for range n {
		x.clocks = append(x.clocks, 0)
	}
	clock := x.clocks[from:]
	x.Join(clock, x.threads[e.Thread].clock)
	if joint {
		x.Join(clock, x.threads[e.Partner].clock)
	}
	if x.barrier >= 0 {
		x.Join(clock, x.events[x.barrier].Clock)
	}
	for _, i := range x.preds {
		p := &x.events[i]
		if clock[p.Thread] >= p.Index {
			continue
		}
		x.Join(clock, p.Clock)
		if !e.Barrier {
			x.races = append(x.races, i)
		}
	}
	if e.Barrier {
		for _, t := range x.births {
			x.Join(clock, x.threads[t].clock)
		}
	}
	clock[e.Thread] = e.Index
	if joint {
		clock[e.Partner] = e.PartnerIndex
	}
	return Span{from, n}
}
