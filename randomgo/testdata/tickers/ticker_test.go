package tickers

import (
	"sync"
	"testing"
	"time"
)

// A ticker holds up later timers only while its channel is empty, so a receive from it disables their firings. As long as the
// receive and the firings were independent, optimal, pop and quasi lost traces.

// TestTickHoldsUp: in one trace the function of the later timer runs before the tick is received.
func TestTickHoldsUp(t *testing.T) {
	start := time.Now()
	ticker := time.NewTicker(40 * time.Millisecond)
	time.AfterFunc(90*time.Millisecond, func() {})
	go func() { <-ticker.C }()
	if time.Since(start) > 85*time.Millisecond {
		select {
		case <-ticker.C:
		default:
			t.Error("late, and no tick")
		}
	}
}

// TestTicks: in one trace the ticker does not tick before it is stopped.
func TestTicks(t *testing.T) { countTicks(t, 60*time.Millisecond) }

// TestTicksTwice is TestTicks with time for two ticks.
func TestTicksTwice(t *testing.T) { countTicks(t, 90*time.Millisecond) }

func countTicks(t *testing.T, d time.Duration) {
	ticker := time.NewTicker(40 * time.Millisecond)
	done := make(chan struct{})
	n := 0
	var all sync.WaitGroup
	all.Add(1)
	go func() {
		defer all.Done()
		for {
			select {
			case <-ticker.C:
				n++
			case <-done:
				return
			}
		}
	}()
	time.Sleep(d)
	ticker.Stop()
	close(done)
	all.Wait()
	t.Error(n)
}
