package peterson

import (
	"sync"
	"testing"
)

// want race
func TestLock(t *testing.T) { count(t, (*Lock).Lock) }

// want pass
func TestLockFixed(t *testing.T) { count(t, (*Lock).LockPolite) }

// count lets both goroutines count twice with the lock held.
func count(t *testing.T, lock func(l *Lock, me int)) {
	var l Lock
	var wg sync.WaitGroup
	n := 0
	for me := range 2 {
		wg.Go(func() {
			for range 2 {
				lock(&l, me)
				n++
				l.Unlock(me)
			}
		})
	}
	wg.Wait()
	if n != 4 {
		t.Errorf("got %d, want 4", n)
	}
}
