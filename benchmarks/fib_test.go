package benchmarks

import (
	"sync/atomic"
	"testing"
)

// fib: two threads add two variables to each other, n times each. The test function reads both without joining the
// threads.
func fib(n int) {
	var i, j atomic.Int64
	i.Store(1)
	j.Store(1)
	go func() {
		for range n {
			i.Store(i.Load() + j.Load())
		}
	}()
	go func() {
		for range n {
			j.Store(j.Load() + i.Load())
		}
	}()
	i.Load()
	j.Load()
}

func TestFib_3(t *testing.T) { fib(3) }
func TestFib_4(t *testing.T) { fib(4) }
func TestFib_5(t *testing.T) { fib(5) }
func TestFib_6(t *testing.T) { fib(6) }
