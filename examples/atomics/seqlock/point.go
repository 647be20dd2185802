// Package seqlock is a value of two words that one goroutine stores and many load, which never make it wait.
//
// A number tells readers whether they have disturbed one another: the writer increments it before and after each store, so it is odd
// while the value changes.
//
// The bug: Load waits until no store is under way, and does not look whether another one has begun since then. It may return half
// of an old point and half of a new one.
package seqlock

import (
	"runtime"
	"sync/atomic"
)

// A Point is a point that moves.
type Point struct {
	seq  atomic.Uint32
	x, y atomic.Int64 // atomic, because readers that will try again look at them while they change
}

// Store moves the point. Only one goroutine may call it.
func (p *Point) Store(x, y int64) {
	p.seq.Add(1)
	p.x.Store(x)
	p.y.Store(y)
	p.seq.Add(1)
}

// Load returns where the point is.
func (p *Point) Load() (x, y int64) {
	p.settled()
	return p.x.Load(), p.y.Load()
}

// LoadChecked is Load without the bug: it tries again if the point has moved meanwhile.
func (p *Point) LoadChecked() (x, y int64) {
	for {
		seq := p.settled()
		x, y = p.x.Load(), p.y.Load()
		if p.seq.Load() == seq {
			return x, y
		}
	}
}

// settled waits until no store is under way, and returns the number.
func (p *Point) settled() uint32 {
	for {
		if seq := p.seq.Load(); seq%2 == 0 {
			return seq
		}
		runtime.Gosched()
	}
}
