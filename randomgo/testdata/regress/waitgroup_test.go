package regress

import (
	"sync"
	"testing"
)

// TestNegativeCounter: the order of two Dones decides which one fails, and so what its goroutine does next.
func TestNegativeCounter(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	saw := make([]any, 2)
	var all sync.WaitGroup
	all.Add(2)
	for i := range 2 {
		go func() {
			defer all.Done()
			defer func() { saw[i] = recover() }()
			wg.Done()
			wg.Wait()
		}()
	}
	all.Wait()
	t.Error(saw)
}
