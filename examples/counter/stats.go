// Package counter counts the requests of a service by their outcome.
//
// The bug: one goroutine per request calls Record, which updates the counters without a lock.
package counter

import "sync"

// Stats are the counters of a service.
type Stats struct {
	mu       sync.Mutex
	requests int
	errors   int
}

// Record counts a request that ended with err.
func (s *Stats) Record(err error) {
	s.requests++
	if err != nil {
		s.errors++
	}
}

// RecordLocked is Record without the bug.
func (s *Stats) RecordLocked(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Record(err)
}

// Snapshot returns how many requests there were, and how many of them failed.
func (s *Stats) Snapshot() (requests, errors int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.errors
}
