package lostupdate

import (
	"sync"
	"sync/atomic"
	"testing"
)

// want fatal
func TestAllow(t *testing.T) { rush(t, (*Limiter).Allow) }

// want pass
func TestAllowFixed(t *testing.T) { rush(t, (*Limiter).AllowAtomic) }

// rush lets three requests ask at the same time, where two may enter.
func rush(t *testing.T, allow func(*Limiter) bool) {
	l := NewLimiter(2)
	var entered atomic.Int32
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if allow(l) {
				entered.Add(1)
			}
		})
	}
	wg.Wait()
	if got := entered.Load(); got != 2 {
		t.Errorf("got %d requests let in, want 2", got)
	}
}
