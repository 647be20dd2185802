package benchmarks

import (
	"sync/atomic"
	"testing"
)

// writers: each of n writers stores to its own variable. A thread counts a counter up to n-1. The master reads the
// counter and stores to the variable with that number. 2n traces.
func writers(n int) {
	x := make([]atomic.Int32, n)
	var c atomic.Int32
	for w := range n {
		go func() { x[w].Store(7) }()
	}
	go func() {
		for v := 1; v < n; v++ {
			c.Store(int32(v))
		}
	}()
	go func() { x[c.Load()].Store(8) }()
}

func TestWriters_3(t *testing.T) { writers(3) }
func TestWriters_5(t *testing.T) { writers(5) }
