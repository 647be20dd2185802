package agent

import (
	"sync/atomic"
	"time"
)

// A slice is the time for which a process explores before it returns the rest. All methods except begin are safe for concurrent use.
type slice struct {
	asked atomic.Bool // the rest is wanted now
	end   time.Time   // zero for never
}

// begin begins a slice of d nanoseconds.
func (s *slice) begin(d int64) { s.end = time.Now().Add(time.Duration(d)) }

// ask sets whether the rest is wanted now, whatever the time.
func (s *slice) ask(now bool) { s.asked.Store(now) }

// over reports whether it is time to return the rest.
func (s *slice) over() bool { return s.asked.Load() || !s.end.IsZero() && !time.Now().Before(s.end) }
