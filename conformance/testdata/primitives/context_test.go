package primitives

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestContextCancel(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		<-ctx.Done()
		return fmt.Sprint(ctx.Err())
	}, "context canceled")
}

func TestContextErrSeen(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		var err error
		parallel(cancel, func() { err = ctx.Err() })
		return fmt.Sprint(err)
	}, "<nil>", "context canceled")
}

func TestContextCause(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancelCause(context.Background())
		parallel(func() { cancel(errors.New("a")) }, func() { cancel(errors.New("b")) })
		return fmt.Sprint(context.Cause(ctx))
	}, "a", "b")
}

func TestContextTree(t *testing.T) {
	check(t, func() string {
		parent, cancel := context.WithCancel(context.Background())
		child, cancelChild := context.WithCancel(context.WithValue(parent, kind("k"), "v"))
		parallel(cancel, cancelChild)
		<-child.Done()
		return fmt.Sprint(parent.Err(), child.Err(), child.Value(kind("k")))
	}, "context canceled context canceledv")
}

func TestContextWork(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		c := make(chan int)
		got := ""
		parallel(func() {
			select {
			case c <- 1:
			case <-ctx.Done():
			}
		}, func() {
			select {
			case v := <-c:
				got = fmt.Sprint(v)
			case <-ctx.Done():
				got = "cancelled"
			}
		}, cancel)
		return got
	}, "1", "cancelled")
}

func TestContextNearDeadline(t *testing.T) {
	checkSlow(t, func() string {
		ctx, cancel := context.WithTimeout(context.Background(), near)
		defer cancel()
		c := make(chan int, 1)
		go func() { time.Sleep(near); c <- 1 }()
		select {
		case <-c:
			return "value"
		case <-ctx.Done():
			return fmt.Sprint(ctx.Err())
		}
	}, "value", "context deadline exceeded")
}

func TestContextFarDeadline(t *testing.T) {
	checkSlow(t, func() string {
		ctx, cancel := context.WithTimeout(context.Background(), 100*far)
		defer cancel()
		c := make(chan int)
		go func() { c <- 1 }()
		select {
		case <-c:
			return "value"
		case <-ctx.Done():
			return fmt.Sprint(ctx.Err())
		}
	}, "value")
}

func TestContextDeadlineOnly(t *testing.T) {
	checkSlow(t, func() string {
		ctx, cancel := context.WithTimeoutCause(context.Background(), far, errors.New("too late"))
		defer cancel()
		_, ok := ctx.Deadline()
		<-ctx.Done()
		return fmt.Sprint(ok, ctx.Err(), context.Cause(ctx), errors.Is(ctx.Err(), context.DeadlineExceeded))
	}, "true context deadline exceeded too late true")
}

func TestContextDeadlinePassed(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-far))
		defer cancel()
		return fmt.Sprint(ctx.Err())
	}, "context deadline exceeded")
}

func TestContextCancelOrDeadline(t *testing.T) {
	checkSlow(t, func() string {
		ctx, cancel := context.WithTimeout(context.Background(), near)
		go func() { time.Sleep(near); cancel() }()
		<-ctx.Done()
		return fmt.Sprint(ctx.Err())
	}, "context canceled", "context deadline exceeded")
}

func TestContextAfterFunc(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		ran := make(chan bool, 1)
		stop := context.AfterFunc(ctx, func() { ran <- true })
		go cancel()
		if stop() {
			<-ctx.Done()
			return "stopped"
		}
		<-ran
		return "ran"
	}, "stopped", "ran")
}

func TestContextWithoutCancel(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		free := context.WithoutCancel(ctx)
		cancel()
		return fmt.Sprint(free.Err(), free.Done() == nil)
	}, "<nil> true")
}

type otherContext struct{ context.Context }

// A goroutine watches a context that is not from package context.
func TestContextForeignParent(t *testing.T) {
	check(t, func() string {
		parent, cancelParent := context.WithCancel(context.Background())
		child, cancel := context.WithCancel(struct{ otherContext }{otherContext{wrapped{parent}}})
		defer cancel()
		go cancelParent()
		<-child.Done()
		return fmt.Sprint(child.Err())
	}, "context canceled")
}

type wrapped struct{ context.Context }

func (w wrapped) Done() <-chan struct{} {
	c := make(chan struct{})
	go func() { <-w.Context.Done(); close(c) }()
	return c
}
