package trace

import (
	"math"

	"heddle/model"
)

// A Balance matches the Dones of a WaitGroup with Adds that happen before them, as model.Balanced has it: each Done gets as many units as
// its delta has, and each Add gives as many as it has. Only Dones that are matched leave the counter at zero or above in every linearization.
//
// In a set of events that is closed under happens-before, the Dones use up units of Adds in the set. So the counter is zero after the set if
// and only if all units of its Adds are used up by Dones in it. It does not matter which match it is.
type Balance struct {
	x    *Execution
	adds []supply
	open []int32 // those of the adds that have units left, oldest first
	seen []bool  // by add: see more

	of     model.Object // the WaitGroup of the match, if there is one of the first len events
	len    int
	holds  bool
	events *int32 // see Watch: len, if the match is that of these events
}

// A supply is an Add, or what the counter was found with.
type supply struct {
	event int32 // -1 for what the counter was found with
	left  int64 // units that no Done has got
	given []share
}

// A share is what a Done has got of an Add.
type share struct {
	done int32
	n    int64
}

// NewBalance returns a Balance for the executions that x will hold.
func NewBalance(x *Execution) *Balance { return &Balance{x: x, events: x.Watch()} }

// Holds says whether the Dones of every WaitGroup can be matched.
func (b *Balance) Holds() bool {
	for o := range b.x.objects {
		if last := b.x.objects[o].last; last >= 0 && b.counts(last) && !b.Of(model.Object(o)) {
			return false
		}
	}
	return true
}

// counts says whether touch k is on a WaitGroup.
func (b *Balance) counts(k int32) bool {
	r := b.x.touches.At(k).Role
	return r.Counts() || r == model.Role(model.WGWait) || r == model.Overdraw
}

// Of matches the Dones of WaitGroup o. It returns false if they cannot be matched, or if the Adds are too many for a counter.
func (b *Balance) Of(o model.Object) bool {
	if n := b.x.Len(); b.of != o || b.len != n || int(*b.events) != n || n == 0 {
		b.of, b.len, *b.events = o, n, int32(n)
		b.holds = b.match(o)
	}
	return b.holds
}

func (b *Balance) match(o model.Object) bool {
	x := b.x
	b.adds, b.open = b.adds[:0], b.open[:0]
	total := int64(x.StatusBefore(o, 0).N)
	b.supply(-1, total)
	all := &x.objects[o].touches
	for i := range all.Len() {
		t := x.touches.At(all.At(i))
		if !t.Role.Counts() {
			if t.Role == model.Overdraw {
				return false
			}
			continue
		}
		if n := x.Op(int(t.Event)).Arg; n >= 0 {
			total += n
			b.supply(t.Event, n)
		} else if !b.take(t.Event, -n) {
			return false
		}
	}
	return total <= math.MaxInt32
}

func (b *Balance) supply(event int32, n int64) {
	k := len(b.adds)
	if k < cap(b.adds) {
		b.adds = b.adds[:k+1]
	} else {
		b.adds = append(b.adds, supply{})
	}
	s := &b.adds[k]
	s.event, s.left, s.given = event, n, s.given[:0]
	if n > 0 {
		b.open = append(b.open, int32(k))
	}
}

// take gives n units to a Done: of the newest Adds in its past first, so that the older ones are left for Dones with a smaller past.
func (b *Balance) take(done int32, n int64) bool {
	for i := len(b.open) - 1; i >= 0 && n > 0; i-- {
		if k := b.open[i]; b.within(k, done) {
			got := min(n, b.adds[k].left)
			b.give(k, done, got)
			n -= got
		}
	}
	for n > 0 {
		b.seen = append(b.seen[:0], make([]bool, len(b.adds))...)
		got := b.more(done, n)
		if got == 0 {
			return false
		}
		n -= got
	}
	return true
}

// within says whether Add k happens before event done.
func (b *Balance) within(k, done int32) bool {
	e := b.adds[k].event
	return e < 0 || b.x.HappensBefore(int(e), int(done))
}

// give gives n units of Add k, which has them left, to a Done.
func (b *Balance) give(k, done int32, n int64) {
	s := &b.adds[k]
	s.given = append(s.given, share{done, n})
	if s.left -= n; s.left > 0 {
		return
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i] == k {
			b.open = append(b.open[:i], b.open[i+1:]...)
			return
		}
	}
}

// more gives up to n units to a Done by an augmenting path: of Adds that have some left, or of those of other Dones that can have others
// instead. It returns how many; 0 if there is no such path through an Add that is not in b.seen.
func (b *Balance) more(done int32, n int64) int64 {
	for _, k := range b.open {
		if b.within(k, done) {
			got := min(n, b.adds[k].left)
			b.give(k, done, got)
			return got
		}
	}
	for k := range b.adds {
		if b.seen[k] || !b.within(int32(k), done) {
			continue
		}
		b.seen[k] = true
		for i := range b.adds[k].given {
			s := b.adds[k].given[i]
			if s.n == 0 || s.done == done {
				continue
			}
			if got := b.more(s.done, min(n, s.n)); got > 0 {
				s := &b.adds[k]
				s.given[i].n -= got
				s.given = append(s.given, share{done, got})
				return got
			}
		}
	}
	return 0
}

// Excess returns the first Add of the WaitGroup of the last call of Of that is in a set of events and is not used up there, where has says
// what is in the set; -1 if it is what the counter was found with; false if there is none, so that the counter is zero after the set.
func (b *Balance) Excess(has func(event int32) bool) (add int32, some bool) {
	for k := range b.adds {
		s := &b.adds[k]
		if s.event >= 0 && !has(s.event) {
			continue
		}
		if s.left > 0 {
			return s.event, true
		}
		for _, g := range s.given {
			if g.n > 0 && !has(g.done) {
				return s.event, true
			}
		}
	}
	return 0, false
}

// UseUp makes a set of events, which has says, the largest part of itself that leaves the counter at zero, in a balanced execution: it
// calls leaveOut with each Add that is not used up in the set. Of two closed sets with the sum zero the union has it, too, because none has a sum below zero:
// so there is a largest one. UseUp returns false if there is none, because leaveOut does: the Add must stay.
func (b *Balance) UseUp(has, leaveOut func(event int32) bool) bool {
	for {
		if f, some := b.Excess(has); !some {
			return true
		} else if f < 0 || !leaveOut(f) {
			return false
		}
	}
}
