package benchmarks

import (
	"sync/atomic"
	"testing"
)

// trylock (linuxrwlocks): two threads try to acquire a lock made of one compare-and-swap, n times each. They write to a
// variable when they hold it.
func trylock(n int) {
	var l, v atomic.Int32
	for id := range int32(2) {
		go func() {
			for range n {
				if l.CompareAndSwap(0, 1) {
					v.Store(id)
					v.Load()
					l.Store(0)
				}
			}
		}()
	}
}

func TestTrylock_3(t *testing.T) { trylock(3) }
func TestTrylock_4(t *testing.T) { trylock(4) }
func TestTrylock_5(t *testing.T) { trylock(5) }
func TestTrylock_6(t *testing.T) { trylock(6) }
