package benchmarks

import (
	"sync"
	"testing"
)

// philosophers: n threads in a ring lock the mutexes on both sides, all in the same direction. In one of the 2^n - 1
// traces all of them end blocked. The test function has returned by then: natively the goroutines are leaked, and the
// test passes.
func philosophers(n int) {
	fork := make([]sync.Mutex, n)
	eaten := make([]int, n)
	for i := range n {
		go func() {
			left, right := &fork[i], &fork[(i+1)%n]
			left.Lock()
			right.Lock()
			eaten[i]++
			right.Unlock()
			left.Unlock()
		}()
	}
}

func TestPhilosophers_2(t *testing.T) { philosophers(2) }
func TestPhilosophers_3(t *testing.T) { philosophers(3) }
func TestPhilosophers_4(t *testing.T) { philosophers(4) }
func TestPhilosophers_6(t *testing.T) { philosophers(6) }
