package benchmarks

import (
	"sync/atomic"
	"testing"
)

// rwlocks: two threads acquire and release the write side of a reader-writer lock made of one counter, n times each.
// They give up at once when it is held. C(4n, 2n) traces.
func rwlocks(n int) {
	const bias = 0x100000
	var v, w atomic.Int32
	v.Store(bias)
	for id := range int32(2) {
		go func() {
			for range n {
				if old := v.Add(-bias) + bias; old == bias {
					w.Store(id)
					w.Load()
				}
				v.Add(bias)
			}
		}()
	}
}

func TestRwlocks_2(t *testing.T) { rwlocks(2) }
func TestRwlocks_3(t *testing.T) { rwlocks(3) }
func TestRwlocks_4(t *testing.T) { rwlocks(4) }
