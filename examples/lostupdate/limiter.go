// Package lostupdate limits how many requests are let in.
//
// The bug: the count is an atomic variable, but Allow loads and stores it in two steps. Requests that load it at the
// same time count as one.
package lostupdate

import "sync/atomic"

// A Limiter lets in a fixed number of requests.
type Limiter struct {
	max  int64
	used atomic.Int64
}

// NewLimiter returns a limiter that lets max requests in.
func NewLimiter(max int64) *Limiter { return &Limiter{max: max} }

// Allow reports whether one more request is let in.
func (l *Limiter) Allow() bool {
	used := l.used.Load()
	if used >= l.max {
		return false
	}
	l.used.Store(used + 1)
	return true
}

// AllowAtomic is Allow without the bug: it increments the count only if nobody has changed it in between.
func (l *Limiter) AllowAtomic() bool {
	for {
		used := l.used.Load()
		if used >= l.max {
			return false
		}
		if l.used.CompareAndSwap(used, used+1) {
			return true
		}
	}
}
