package ticketlock

import (
	"sync"
	"testing"
)

// want livelock
func TestLock(t *testing.T) { count(t, (*Lock).Lock) }

// want pass
func TestLockFixed(t *testing.T) { count(t, (*Lock).LockAtomic) }

// count lets three goroutines count with the lock held.
func count(t *testing.T, lock func(*Lock)) {
	var l Lock
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			lock(&l)
			n++
			l.Unlock()
		})
	}
	wg.Wait()
	if n != 3 {
		t.Errorf("got %d, want 3", n)
	}
}
