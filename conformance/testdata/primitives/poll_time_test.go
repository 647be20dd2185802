package primitives

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Loops that poll and look at the clock, or sleep.

// tick is the time between two looks of a loop with a timer. It is near, and each within -delay may come before what can run.
const tick = 10 * near

// Without a goroutine that is kept waiting for longer than -delay, the value is there before a far deadline.
func TestPollDeadline(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1)
		go func() { c <- 1 }()
		for deadline := time.Now().Add(far); time.Now().Before(deadline); {
			select {
			case v := <-c:
				return fmt.Sprint(v)
			default:
				yield()
			}
		}
		return "late"
	}, "1", natively+"late")
}

func TestPollDeadlineNear(t *testing.T) {
	checkSlow(t, func() string {
		var f atomic.Bool
		go func() { time.Sleep(near); f.Store(true) }()
		for deadline := time.Now().Add(2 * near); time.Now().Before(deadline); {
			if f.Load() {
				return "seen"
			}
			yield()
		}
		return "late"
	}, "seen", natively+"late") // for a loop that looks at the clock, time goes on only when nothing can run
}

func TestPollSince(t *testing.T) {
	check(t, func() string {
		var f atomic.Bool
		go f.Store(true)
		start := time.Now()
		for !f.Load() {
			if time.Since(start) > far {
				return "late"
			}
			yield()
		}
		return "seen"
	}, "seen", natively+"late")
}

func TestPollSleep(t *testing.T) {
	checkSlow(t, func() string {
		var mu sync.Mutex
		var q []string
		for _, s := range []string{"a", "b"} {
			go func() {
				mu.Lock()
				defer mu.Unlock()
				q = append(q, s)
			}()
		}
		for {
			mu.Lock()
			n := len(q)
			mu.Unlock()
			if n == 2 {
				return q[0] + q[1]
			}
			time.Sleep(near)
		}
	}, "ab", "ba")
}

func TestPollSleepFlag(t *testing.T) {
	checkSlow(t, func() string {
		var x atomic.Int32
		go func() { x.Store(1); time.Sleep(3 * near); x.Store(2) }()
		for x.Load() == 0 {
			time.Sleep(near)
		}
		return fmt.Sprint(x.Load())
	}, "1", "2")
}

// The pause doubles.
func TestPollBackoff(t *testing.T) {
	checkSlow(t, func() string {
		var f atomic.Bool
		go func() { time.Sleep(near); f.Store(true) }()
		for d := near; !f.Load(); d = min(2*d, 8*near) {
			time.Sleep(d)
		}
		return "seen"
	}, "seen")
}

// eventually is what assert.Eventually does: a goroutine for each look, a ticker and a timer.
func eventually(cond func() bool, wait, tick time.Duration) bool {
	looked := make(chan bool, 1)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for ticks := ticker.C; ; {
		select {
		case <-timer.C:
			return false
		case <-ticks:
			ticks = nil
			go func() { looked <- cond() }()
		case v := <-looked:
			if v {
				return true
			}
			ticks = ticker.C
		}
	}
}

func TestPollEventually(t *testing.T) {
	checkSlow(t, func() string {
		var f atomic.Bool
		go f.Store(true)
		return fmt.Sprint(eventually(f.Load, 20*far, tick))
	}, "true")
}

func TestPollEventuallyLate(t *testing.T) {
	checkLong(t, func() string {
		var f atomic.Bool
		go func() { time.Sleep(2 * far); f.Store(true) }()
		return fmt.Sprint(eventually(f.Load, far+far/2, far/2))
	}, "false", natively+"true")
}

func TestPollAfter(t *testing.T) {
	checkSlow(t, func() string {
		done := make(chan bool)
		var log tape
		go func() { log.add("a"); close(done) }()
		for {
			select {
			case <-done:
				return log.String()
			case <-time.After(far):
			}
		}
	}, "a")
}

func TestPollAfterFlag(t *testing.T) {
	checkSlow(t, func() string {
		var f atomic.Bool
		go f.Store(true)
		for !f.Load() {
			<-time.After(tick)
		}
		return "seen"
	}, "seen")
}

func TestPollTicker(t *testing.T) {
	checkSlow(t, func() string {
		var x atomic.Int32
		go func() { x.Store(1); x.Store(2) }()
		tk := time.NewTicker(tick)
		defer tk.Stop()
		for range tk.C {
			if v := x.Load(); v > 0 {
				return fmt.Sprint(v)
			}
		}
		return "closed"
	}, "1", "2")
}

func TestPollTimerReset(t *testing.T) {
	checkSlow(t, func() string {
		var x atomic.Int32
		go func() { x.Store(1); x.Store(2) }()
		tm := time.NewTimer(tick)
		defer tm.Stop()
		for {
			<-tm.C
			if v := x.Load(); v > 0 {
				return fmt.Sprint(v)
			}
			tm.Reset(tick)
		}
	}, "1", "2")
}

// A timer whose function looks, and starts the timer again.
func TestPollAfterFunc(t *testing.T) {
	checkSlow(t, func() string {
		var f atomic.Bool
		go f.Store(true)
		var tm *time.Timer
		armed, seen := make(chan bool), make(chan bool)
		tm = time.AfterFunc(tick, func() {
			<-armed
			if f.Load() {
				close(seen)
				return
			}
			tm.Reset(tick)
		})
		close(armed)
		<-seen
		return "seen"
	}, "seen")
}

func TestPollContextDeadline(t *testing.T) {
	checkLong(t, func() string {
		ctx, cancel := context.WithTimeout(context.Background(), far)
		defer cancel()
		var f atomic.Bool
		go f.Store(true)
		for ctx.Err() == nil && !f.Load() {
			time.Sleep(far / 4)
		}
		return fmt.Sprint(ctx.Err(), f.Load())
	}, "<nil> true", natively+"context deadline exceeded true")
}

// Two goroutines sleep until each other's flag is there.
func TestPollSleepHandshake(t *testing.T) {
	checkSlow(t, func() string {
		var a, b atomic.Bool
		var log tape
		parallel(func() {
			for !b.Load() {
				time.Sleep(near)
			}
			log.add("1")
			a.Store(true)
		}, func() {
			b.Store(true)
			for !a.Load() {
				time.Sleep(near)
			}
			log.add("2")
		})
		return log.String()
	}, "12")
}
