package timeout

import (
	"errors"
	"testing"
	"time"
)

type caller func(service func() string, limit time.Duration) (string, error)

// want leak
func TestCall(t *testing.T) { slowService(t, Call) }

// want pass
func TestCallFixed(t *testing.T) { slowService(t, CallBuffered) }

// slowService calls a service that may or may not answer in time.
func slowService(t *testing.T, call caller) {
	service := func() string {
		time.Sleep(10 * time.Millisecond)
		return "42"
	}
	answer, err := call(service, 50*time.Millisecond)
	if err == nil && answer != "42" || err != nil && !errors.Is(err, ErrTimeout) {
		t.Errorf("got %q, %v, want 42 or %v", answer, err, ErrTimeout)
	}
}
