package agent

import (
	"sync/atomic"
	"time"
)

// A slice is the time for which a process explores before what is left is divided. It is safe for concurrent use but for begin.
type slice struct {
	asked atomic.Bool // what is left is to be returned now
	end   time.Time   // zero for never
}

// begin begins a slice of d nanoseconds.
func (s *slice) begin(d int64) { s.end = time.Now().Add(time.Duration(d)) }

// ask says whether what is left is to be returned now, whatever the time.
func (s *slice) ask(now bool) { s.asked.Store(now) }

// over reports whether it is time to return what is left.
func (s *slice) over() bool { return s.asked.Load() || !s.end.IsZero() && !time.Now().Before(s.end) }
