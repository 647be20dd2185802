package timers

import (
	"context"
	"testing"
	"time"
)

const ms = time.Millisecond

// These tests have too many interleavings to try them all. Tickers, deadlines and functions stand behind one another in them.

func TestTickIsHandedOn(t *testing.T) {
	ticker := time.NewTicker(40 * ms)
	ctx, cancel := context.WithTimeout(context.Background(), 90*ms)
	defer cancel()
	late(t, ticker, ctx)
}

// TestFunctionWithTicker: a function is due with the first tick.
func TestFunctionWithTicker(t *testing.T) {
	ticker := time.NewTicker(40 * ms)
	ctx, _ := context.WithTimeout(context.Background(), 90*ms)
	time.AfterFunc(40*ms, func() {})
	late(t, ticker, ctx)
}

func late(t *testing.T, ticker *time.Ticker, ctx context.Context) {
	c := make(chan time.Time, 1)
	go func() { c <- <-ticker.C }()
	if ctx.Err() != nil {
		select {
		case <-c:
		case <-ticker.C:
		default:
			t.Error("late, and no tick")
		}
	}
}

// TestNestedDeadlines: the deadline of the child is after its parent's, which is due with the first tick.
func TestNestedDeadlines(t *testing.T) {
	ticker := time.NewTicker(40 * ms)
	outer, _ := context.WithTimeout(context.Background(), 40*ms)
	inner, _ := context.WithTimeout(outer, 90*ms)
	c := make(chan int, 2)
	go func() {
		select {
		case <-ticker.C:
			c <- 1
		case <-inner.Done():
			c <- 2
		}
	}()
	f := time.AfterFunc(90*ms, func() { c <- 3 })
	if <-c == 2 && f.Stop() {
		t.Error("early")
	}
}

// TestEqualDeadlines: a timer and the function that stops the ticker are due at once.
func TestEqualDeadlines(t *testing.T) {
	ticker := time.NewTicker(40 * ms)
	timer := time.NewTimer(90 * ms)
	f := time.AfterFunc(90*ms, func() { ticker.Stop() })
	n := 0
	done := make(chan bool)
	go func() {
		for range 2 {
			select {
			case <-ticker.C:
				n++
			case <-timer.C:
				n += 10
			}
		}
		f.Stop()
		close(done)
	}()
	<-done
	t.Error(n)
}
