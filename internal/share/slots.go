// Package share divides what several explorations want at once: the processors (Slots), the output (Order), the memory (Room).
package share

import (
	"context"
	"slices"
	"sync"
)

// Slots let a number of explorations run at once. Those that wait come in the order of their rounds, then of their numbers: so everybody
// has a first turn before anybody has a second one.
type Slots struct {
	mu      sync.Mutex
	free    int
	waiting []*waiter
}

type waiter struct {
	round, number int
	granted       chan struct{}
}

// NewSlots returns n slots.
func NewSlots(n int) *Slots { return &Slots{free: n} }

// Acquire waits for a slot. It returns an error if ctx ends before there is one.
func (s *Slots) Acquire(ctx context.Context, round, number int) error {
	w := &waiter{round, number, make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.grant()
	s.mu.Unlock()
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.waiting, w); at >= 0 {
		s.waiting = slices.Delete(s.waiting, at, at+1)
	} else { // granted meanwhile
		s.free++
		s.grant()
	}
	return ctx.Err()
}

// TryAcquire takes a slot if one is free that nobody waits for, and reports whether it did.
func (s *Slots) TryAcquire() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == 0 {
		return false
	}
	s.free--
	return true
}

// Free returns how many slots are free.
func (s *Slots) Free() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free
}

// Wanted reports whether somebody waits for a slot.
func (s *Slots) Wanted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting) > 0
}

// Release gives a slot back.
func (s *Slots) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.grant()
}

// grant gives free slots to those that wait.
func (s *Slots) grant() {
	for s.free > 0 && len(s.waiting) > 0 {
		first := slices.MinFunc(s.waiting, func(v, w *waiter) int {
			if v.round != w.round {
				return v.round - w.round
			}
			return v.number - w.number
		})
		at := slices.Index(s.waiting, first)
		s.waiting = slices.Delete(s.waiting, at, at+1)
		s.free--
		close(first.granted)
	}
}
