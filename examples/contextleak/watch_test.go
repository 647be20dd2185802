package contextleak

import (
	"context"
	"testing"
)

type wait func(context.Context, <-chan string, <-chan struct{}) (string, error)

// want leak
func TestWaitForChange(t *testing.T) { changeOrStop(t, WaitForChange) }

// want pass
func TestWaitForChangeFixed(t *testing.T) { changeOrStop(t, WaitForChangeClosing) }

// changeOrStop lets a change and the end of the wait happen at the same time.
func changeOrStop(t *testing.T, wait wait) {
	changes, stop := make(chan string, 1), make(chan struct{})
	changes <- "level=debug"
	go close(stop)
	change, err := wait(context.Background(), changes, stop)
	if err == nil && change != "level=debug" || err != nil && err != ErrStopped {
		t.Errorf("got %q, %v, want the change or %v", change, err, ErrStopped)
	}
}
