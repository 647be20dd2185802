package benchmarks

import (
	"sync"
	"testing"
)

// circular: two threads pass n critical sections each, under one mutex. One thread fills a circular buffer, the other
// one empties it. C(2n, n) traces.
func circular(n int) {
	var mu sync.Mutex
	count := 0
	section := func(delta int) {
		for range n {
			mu.Lock()
			count += delta
			mu.Unlock()
		}
	}
	go section(1)
	go section(-1)
}

func TestCircular_7(t *testing.T) { circular(7) }
func TestCircular_8(t *testing.T) { circular(8) }
