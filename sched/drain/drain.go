// Package drain goes on with an execution after its end, when no timer fires any more, to find out what becomes of the goroutines that
// are left: some end by themselves after a while, some are blocked for good, some go on for ever.
//
// It runs one schedule, and a fair one: of the goroutines that can go on, the one whose last turn is longest ago does, and it does not
// always take the same case of a select. Only when no goroutine can go on does time pass, to the next deadline, which begins a round. So
// each round is a turn for all that wait for the clock.
//
// The drain is over when no goroutine is left, or when those that are left are blocked and no timer will fire in the next hundred years.
// Both are proofs. It is also over after its last round, and a goroutine that still takes turns then goes on for ever. That is no proof,
// but a goroutine that ends by itself has had every chance to:
//
//   - In the first thousand rounds time passes to the next deadline each time.
//   - In the next thousand it passes to the last of all deadlines, so that a goroutine that sleeps for an hour gets as many turns as one
//     that sleeps for a millisecond. (All goroutines were kept waiting meanwhile. Deadlines come in their order.)
//   - In the last rounds time passes faster and faster, for a hundred years, so that a loop that waits for a moment ends.
//
// What remains is a loop that counts more than two thousand sleeps. Nobody waits for as long before he calls it a leak.
package drain

import (
	"heddle/model"
	"heddle/sched/clock"
)

const (
	rounds = 1000                                  // of each of the first two kinds
	second = 1_000_000_000                         // in nanoseconds
	never  = clock.Epoch + 100*365*24*60*60*second // no deadline later than this comes
	most   = 100_000                               // transitions in one round
)

// A Drain is what goes on after the end of an execution.
type Drain struct {
	// Spins says that a goroutine took so many steps without waiting that it may never wait again.
	Spins bool

	clock *clock.Clock
	round int
	jump  int64   // how far time passes at least in the rounds of the last kind
	steps int     // transitions
	until int     // Spins when there are so many transitions
	last  []turns // by model.Thread
}

// turns are those of a thread.
type turns struct {
	step, round int // of its last one; 0 for none
}

// Reset forgets the drain of the execution before.
func (d *Drain) Reset() {
	clear(d.last)
	*d = Drain{last: d.last}
}

// Begin begins the drain of an execution on c, which fires timers again.
func (d *Drain) Begin(c *clock.Clock) {
	d.clock, d.jump, d.until = c, second, most
	c.Stopped = false
}

// Next returns the next transition; false when the drain is over.
func (d *Drain) Next(s *model.State) (model.Choice, bool) {
	best := -1
	for i := range s.Pending {
		p := &s.Pending[i]
		if len(p.Alts) > 0 && (best < 0 || d.before(p, &s.Pending[best])) {
			best = i
		}
	}
	if best < 0 {
		return model.Choice{}, false
	}
	p := &s.Pending[best]
	if p.Op.Kind.Timer() && d.clock.Due() > d.clock.Now {
		if !d.pass(s) {
			return model.Choice{}, false
		}
	} else if d.steps >= d.until {
		d.Spins = true
		return model.Choice{}, false
	}
	d.steps++
	c := p.Alts[uint32(d.steps)*0x9e3779b1>>16%uint32(len(p.Alts))] // neither the first each time, nor each in its turn
	d.take(c.Thread)
	if c.Partner != model.NoThread {
		d.take(c.Partner)
	}
	return c, true
}

// before says whether p comes before q.
func (d *Drain) before(p, q *model.Pending) bool {
	if a, b := p.Op.Kind.Timer(), q.Op.Kind.Timer(); a != b {
		return b
	}
	if a, b := d.of(p.Thread).step, d.of(q.Thread).step; a != b {
		return a < b
	}
	return p.Thread < q.Thread
}

// pass begins a round. It returns false if there is none.
func (d *Drain) pass(s *model.State) bool {
	goroutines := false
	for i := range s.Pending {
		goroutines = goroutines || s.Pending[i].Op.Kind != model.TimerFire
	}
	d.round++
	d.until = d.steps + most
	if !goroutines || d.clock.Due() > never || d.jump > never-clock.Epoch {
		return false
	}
	if d.round > rounds {
		for _, a := range s.Alarms {
			if a.When <= never {
				d.clock.Now = max(d.clock.Now, a.When)
			}
		}
	}
	if d.round > 2*rounds {
		d.clock.Now += d.jump
		d.jump *= 2
	}
	return true
}

// take notes a turn of t.
func (d *Drain) take(t model.Thread) { *d.of(t) = turns{d.steps, d.round} }

// of returns the turns of t.
func (d *Drain) of(t model.Thread) *turns {
	for int(t) >= len(d.last) {
		d.last = append(d.last, turns{})
	}
	return &d.last[t]
}

// GoesOn says whether t, which is left, takes turns for ever.
func (d *Drain) GoesOn(t model.Thread) bool { return d.round > 2*rounds && d.of(t).round > 2*rounds }
