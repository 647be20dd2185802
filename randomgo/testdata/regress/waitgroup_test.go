package regress

import (
	"sync"
	"testing"
)

// TestNegativeCounter: which of two Dones fails depends on their order, and what its goroutine does after it with that.
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
