// Package contextleak watches a configuration for changes.
//
// The bug: a subscription lives as long as its context, and one of the two returns of WaitForChange does not cancel it.
package contextleak

import (
	"context"
	"errors"
)

// ErrStopped says that the wait was given up.
var ErrStopped = errors.New("stopped")

// A Subscription delivers the changes of a configuration.
type Subscription struct {
	C      <-chan string
	cancel context.CancelFunc
}

// Subscribe forwards changes until the subscription is closed.
func Subscribe(ctx context.Context, changes <-chan string) *Subscription {
	ctx, cancel := context.WithCancel(ctx)
	c := make(chan string)
	go forward(ctx, changes, c)
	return &Subscription{c, cancel}
}

// Close ends the subscription.
func (s *Subscription) Close() { s.cancel() }

func forward(ctx context.Context, from <-chan string, to chan<- string) {
	for {
		select {
		case change := <-from:
			select {
			case to <- change:
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// WaitForChange returns the next change, or ErrStopped if stop is closed before there is one.
func WaitForChange(ctx context.Context, changes <-chan string, stop <-chan struct{}) (string, error) {
	s := Subscribe(ctx, changes)
	select {
	case change := <-s.C:
		s.Close()
		return change, nil
	case <-stop:
		return "", ErrStopped
	}
}

// WaitForChangeClosing is WaitForChange without the bug: every return closes the subscription.
func WaitForChangeClosing(ctx context.Context, changes <-chan string, stop <-chan struct{}) (string, error) {
	s := Subscribe(ctx, changes)
	defer s.Close()
	select {
	case change := <-s.C:
		return change, nil
	case <-stop:
		return "", ErrStopped
	}
}
