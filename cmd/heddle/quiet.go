package main

import (
	"sync/atomic"
	"time"
)

// patience is how long a test binary may say nothing in the middle of a test. It speaks several times a second, and ends itself long before
// this when a goroutine hangs; what is caught here is a process in which nothing runs any more.
const patience = 2 * time.Minute

// quiet watches for a test binary that has fallen silent.
type quiet struct {
	last   atomic.Int64 // when it spoke, in Unix nanoseconds; 0 between tests
	silent atomic.Bool
	done   chan struct{}
}

// newQuiet starts a watch that calls cancel when patience is over.
func newQuiet(cancel func()) *quiet {
	q := &quiet{done: make(chan struct{})}
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-q.done:
				return
			case now := <-tick.C:
				if last := q.last.Load(); last != 0 && now.Sub(time.Unix(0, last)) > patience {
					q.silent.Store(true)
					cancel()
					return
				}
			}
		}
	}()
	return q
}

// heard notes a message of the given type.
func (q *quiet) heard(kind string) {
	if kind == "done" {
		q.last.Store(0)
		return
	}
	q.last.Store(time.Now().UnixNano())
}

func (q *quiet) stop() { close(q.done) }

func (q *quiet) tooLong() bool { return q.silent.Load() }
