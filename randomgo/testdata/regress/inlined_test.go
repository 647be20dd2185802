package regress

import (
	"testing"
	"time"
)

// TestInlined: time.After, inlined in the test function, hid which code reads the clock.
func TestInlined(t *testing.T) {
	go func() { time.NewTimer(10 * time.Millisecond) }()
	select {
	case <-time.After(10 * time.Millisecond):
	default:
	}
	select {
	case <-time.After(time.Millisecond):
	default:
	}
}
