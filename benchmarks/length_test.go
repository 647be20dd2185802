package benchmarks

import (
	"sync/atomic"
	"testing"
)

// length: each thread stores and loads its own variable n times, then a shared variable once. Long executions, few
// traces: 4 for two threads and every n.
func length(threads, n int) {
	own := make([]atomic.Int32, threads)
	var shared atomic.Int32
	for t := range threads {
		go func() {
			for v := range n {
				own[t].Store(int32(v))
				own[t].Load()
			}
			shared.Store(int32(t))
			shared.Load()
		}()
	}
}

func TestLength_2_1024(t *testing.T)  { length(2, 1024) }
func TestLength_2_65536(t *testing.T) { length(2, 65536) }
