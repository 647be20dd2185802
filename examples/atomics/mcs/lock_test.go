package mcs

import (
	"sync"
	"testing"
)

// want livelock
func TestUnlock(t *testing.T) { count(t, (*Lock).Unlock) }

// want pass
func TestUnlockFixed(t *testing.T) { count(t, (*Lock).UnlockLinked) }

// count lets three goroutines count with the lock held.
func count(t *testing.T, unlock func(*Lock, *Node)) {
	var l Lock
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			var node Node
			l.Lock(&node)
			n++
			unlock(&l, &node)
		})
	}
	wg.Wait()
	if n != 3 {
		t.Errorf("got %d, want 3", n)
	}
}
