package reversal

import "heddle/trace"

// A raceIndex finds the races of an execution by their first events, and what is new since the update before.
type raceIndex struct {
	x *trace.Execution
	// fresh is the first event that was not there at the update before.
	fresh int32
	old   *int32  // the events of the last update that are still there: see trace.Execution.Watch
	head  []int32 // by event: the first of the races of which it is the first event, -1 for none
	from  []int32 // by event: the races of which it is the second event are those from here on
	next  []int32 // by race: the next one with the same first event, -1 for none
	later []int32 // by race: its second event. Latest second event first
	news  []int32 // the first of each thread's new events: see findNews
}

// update brings the index up to date.
func (r *raceIndex) update() {
	x := r.x
	r.fresh, *r.old = *r.old, int32(x.Len())
	old := int32(len(r.later))
	if int(r.fresh) < len(r.from) {
		old = r.from[r.fresh]
	}
	r.head, r.from = r.head[:r.fresh], r.from[:r.fresh]
	for e := range r.head {
		for r.head[e] >= old {
			r.head[e] = r.next[r.head[e]]
		}
	}
	r.next, r.later = r.next[:old], r.later[:old]
	for i := r.fresh; i < int32(x.Len()); i++ {
		r.head, r.from = append(r.head, -1), append(r.from, int32(len(r.later)))
		for _, first := range x.RacesOf(i) {
			k := int32(len(r.later))
			r.later, r.next = append(r.later, i), append(r.next, r.head[first])
			r.head[first] = k
		}
	}
}

// findNews gathers the first new event of each thread, where base holds the old events.
func (r *raceIndex) findNews(base prefix) {
	r.news = r.news[:0]
	for t, n := range base {
		if all := r.x.EventsOf(threadAt(t)); int(n) < len(all) {
			r.news = append(r.news, all[n])
		}
	}
}

// grown says whether notdep(e, E) holds a new event, where e is an old one.
func (r *raceIndex) grown(e int32) bool {
	for _, f := range r.news {
		if !r.x.Reaches(e, r.x.Event(f).Clock) {
			return true
		}
	}
	return false
}
