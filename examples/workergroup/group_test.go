package workergroup

import (
	"context"
	"errors"
	"testing"
)

var errDisk = errors.New("disk failure")

// want pass
func TestFirstError(t *testing.T) {
	g, ctx := New(context.Background(), 2)
	g.Go(func() error {
		<-ctx.Done() // a long task, that ends early
		return ctx.Err()
	})
	g.Go(func() error { return errDisk })
	if err := g.Wait(); err != errDisk {
		t.Errorf("got %v, want %v", err, errDisk)
	}
}

// want pass
func TestLimit(t *testing.T) {
	g, _ := New(context.Background(), 1)
	running := make(chan struct{}, 1)
	task := func() error {
		select {
		case running <- struct{}{}:
			<-running
			return nil
		default:
			return errors.New("two tasks at once")
		}
	}
	g.Go(task)
	g.Go(task)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// want pass
func TestCancelledBeforeStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g, _ := New(ctx, 1)
	cancel()
	g.Go(func() error { return nil })
	if err := g.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want none or %v", err, context.Canceled)
	}
}
