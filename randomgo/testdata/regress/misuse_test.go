package regress

import (
	"sync"
	"testing"
)

// TestMisuse: the Add is not ordered with the Wait of the first goroutine, whichever of the two Waits came first.
func TestMisuse(t *testing.T) {
	var wg sync.WaitGroup
	go func() { wg.Wait() }()
	wg.Wait()
	go func() { wg.Add(2) }()
	wg.Wait()
}
