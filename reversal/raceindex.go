package reversal

import (
	"iter"

	"heddle/trace"
	"heddle/trace/pages"
)

// A raceIndex finds the races of an execution by their first events, and what is new since the update before.
type raceIndex struct {
	x *trace.Execution
	// fresh is the first event that was not there at the update before.
	fresh int32
	old   *int32            // the events of the last update that are still there: see trace.Execution.Watch
	head  pages.List[int32] // by event: the first of the races of which it is the first event, -1 for none
	all   pages.List[race]  // by the number that the execution gives them
	news  []int32           // the first of each thread's new events: see findNews
}

// A race is one of those with one first event. Latest second event first.
type race struct {
	later int32 // its second event
	next  int32 // the next one with the same first event, -1 for none
}

// of yields the second events of the races of which e is the first event, latest first: all of them, or the new ones.
func (r *raceIndex) of(e int32, all bool) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for k := *r.head.At(e); k >= 0; {
			race := r.all.At(k)
			if !all && race.later < r.fresh || !yield(race.later) {
				return
			}
			k = race.next
		}
	}
}

// update brings the index up to date.
func (r *raceIndex) update() {
	x := r.x
	r.fresh, *r.old = *r.old, int32(x.Len())
	old := x.RacesBefore(r.fresh)
	r.head.Truncate(r.fresh)
	for e := range r.fresh {
		for k := r.head.At(e); *k >= old; {
			*k = r.all.At(*k).next
		}
	}
	r.all.Truncate(old)
	for i := r.fresh; i < int32(x.Len()); i++ {
		r.head.Push(-1)
		for k, to := x.RacesOf(i); k < to; k++ {
			head := r.head.At(x.Race(k))
			r.all.Push(race{i, *head})
			*head = r.all.Len() - 1
		}
	}
}

// findNews gathers the first new event of each thread, where base holds the old events.
func (r *raceIndex) findNews(base prefix) {
	r.news = r.news[:0]
	for t, n := range base {
		if all := r.x.EventsOf(threadAt(t)); n < all.Len() {
			r.news = append(r.news, all.At(n))
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
