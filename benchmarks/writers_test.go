package benchmarks

import (
	"sync/atomic"
	"testing"
)

// writers: n writers store to a variable of their own each; a counter counts up to n-1; the master stores to the variable whose
// number it reads from the counter. 2n traces.
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
