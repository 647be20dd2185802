package search

import (
	"heddle/model"
	"heddle/trace"
)

// A bound limits the preemptions of one execution.
//
// A preemption is a step of another thread than the step before, although that thread is enabled and awake. A bound makes an
// exploration incomplete as soon as it refuses a transition that the algorithm wants. Nobody knows which interleavings of a
// trace are within the bound, so a reducing algorithm may lose traces that have one; source.NewBounded loses none.
type bound struct {
	preemptions int32   // at most; negative for no bound
	spent       []spent // Invariant under a bound: by event; those after the newest event are of no use.
	refused     bool    // it refused a transition that the algorithm wanted
}

// A spent is what one event has done to the preemptions.
type spent struct {
	sum  int32 // those on the path up to it, itself included
	held bool  // an event of another thread than the event before would have been one, too
}

// before is the number of preemptions up to the newest event.
func (b *bound) before(x *trace.Execution) int32 {
	if b.preemptions < 0 || x.Len() == 0 {
		return 0
	}
	return b.spent[x.Len()-1].sum
}

// spend records that the next event is one of thread t, in a state with these transitions.
func (b *bound) spend(x *trace.Execution, t model.Thread, offered []Transition) {
	if b.preemptions < 0 {
		return
	}
	b.record(x, t, holds(x, offered))
}

// spendAgain is spend for a state from which an event was taken before. It returns false if the bound refuses the event.
func (b *bound) spendAgain(x *trace.Execution, t model.Thread) bool {
	if b.preemptions < 0 {
		return true
	}
	sum := b.record(x, t, b.spent[x.Len()].held)
	b.refused = b.refused || sum > b.preemptions
	return sum <= b.preemptions
}

// record records that the next event is one of thread t, and returns the preemptions up to it; held is that of the event.
func (b *bound) record(x *trace.Execution, t model.Thread, held bool) int32 {
	now := spent{b.before(x), held}
	if held && x.Event(int32(x.Len())-1).Thread != t {
		now.sum++
	}
	b.spent = append(b.spent[:x.Len()], now)
	return now.sum
}

// holds says whether a step of another thread than that of the newest event is a preemption.
func holds(x *trace.Execution, offered []Transition) bool {
	if x.Len() == 0 {
		return false
	}
	last := x.Event(int32(x.Len()) - 1).Thread
	for k := range offered {
		if offered[k].Thread == last && offered[k].Mark&Asleep == 0 {
			return true
		}
	}
	return false
}

// Allows says whether transition i of the newest state is within the bound.
func (f *Front) Allows(i int) bool {
	return f.bound.preemptions < 0 || f.Preemptions()+f.preempts(i) <= f.bound.preemptions
}

// Permits is Allows for a transition that the algorithm wants: a refusal makes the exploration incomplete.
func (f *Front) Permits(i int) bool {
	if f.Allows(i) {
		return true
	}
	f.bound.refused = true
	return false
}

// Preemptions is the number of preemptions on the path to the newest state; 0 without a bound.
func (f *Front) Preemptions() int32 { return f.bound.before(f.x) }

// preempts is 1 if transition i of the newest state is a preemption, else 0.
func (f *Front) preempts(i int) int32 {
	if f.x.Len() > 0 && f.top[i].Thread != f.x.Event(int32(f.x.Len())-1).Thread && holds(f.x, f.top) {
		return 1
	}
	return 0
}
