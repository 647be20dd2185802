package reversal

import (
	"slices"

	"heddle/model"
	"heddle/trace"
)

// A prefix is a set of events that holds with each event all that happen before it: by Thread, how many events of the thread.
type prefix []int32

// threadAt is the thread of entry t.
func threadAt(t int) model.Thread { return model.Thread(t) }

// keep adds an event of x, the next one of its threads.
func (p prefix) keep(x *trace.Execution, e *trace.Event) {
	p[e.Thread] = e.Index
	if e.Joint() {
		p[e.Partner] = x.PartnerIndex(e)
	}
}

// drop removes an event of x, the last one of its threads, if the prefix holds it.
func (p prefix) drop(x *trace.Execution, e *trace.Event) {
	p[e.Thread] = min(p[e.Thread], e.Index-1)
	if e.Joint() {
		p[e.Partner] = min(p[e.Partner], x.PartnerIndex(e)-1)
	}
}

// holds says whether the prefix holds an event.
func (p prefix) holds(e *trace.Event) bool { return e.Index <= p[e.Thread] }

// since adds to list, in their order, the events that p holds and from, a part of it, does not.
func (p prefix) since(from prefix, x *trace.Execution, list []int32) []int32 {
	threads := 0
	for t, k := range from {
		if k == p[t] {
			continue
		}
		threads++
		for all := x.EventsOf(threadAt(t)); k < p[t]; k++ {
			if f := all.At(k); x.Event(f).Thread == threadAt(t) {
				list = append(list, f)
			}
		}
	}
	if threads > 1 {
		slices.Sort(list)
	}
	return list
}

// newest is the newest event of thread t that the prefix holds, -1 for none.
func (p prefix) newest(x *trace.Execution, t model.Thread) int32 {
	if p[t] == 0 {
		return -1
	}
	return x.EventsOf(t).At(p[t] - 1)
}
