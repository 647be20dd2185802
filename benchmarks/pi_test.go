package benchmarks

import (
	"sync"
	"testing"
)

// pi: n threads add their part of a sum under one mutex. n! traces.
func pi(n int) {
	var mu sync.Mutex
	sum := 0.0
	for k := range n {
		go func() {
			part := 4 / float64(2*k+1)
			if k%2 == 1 {
				part = -part
			}
			mu.Lock()
			sum += part
			mu.Unlock()
		}()
	}
}

func TestPi_5(t *testing.T) { pi(5) }
func TestPi_6(t *testing.T) { pi(6) }
