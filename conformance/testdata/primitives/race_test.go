package primitives

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// These scenarios show which accesses Go's memory model orders. One that does not list races has none; native runs
// show no races.

func TestRaceSemaphore(t *testing.T) {
	check(t, func() string {
		sem := make(chan bool, 1)
		n := 0
		up := func() { sem <- true; n++; <-sem }
		parallel(up, up)
		return fmt.Sprint(n)
	}, "2")
}

func TestRaceSemaphoreOfTwo(t *testing.T) {
	check(t, func() string {
		sem := make(chan bool, 2)
		n := 0
		up := func() { sem <- true; n++; <-sem }
		parallel(up, up)
		return "counted"
	}, "counted", races)
}

// A receive from an unbuffered channel is synchronized before the completion of its send.
func TestRaceUnbufferedBackwards(t *testing.T) {
	check(t, func() string {
		c := make(chan bool)
		n := 0
		go func() { n = 1; <-c }()
		c <- true
		return fmt.Sprint(n)
	}, "1")
}

func TestRaceBufferedBackwards(t *testing.T) {
	check(t, func() string {
		c := make(chan bool, 1)
		n := 0
		done := make(chan bool)
		go func() { n = 1; <-c; close(done) }()
		c <- true
		_ = n
		<-done
		return "sent"
	}, "sent", races)
}

func TestRaceSelectOrders(t *testing.T) {
	check(t, func() string {
		c, d := make(chan bool), make(chan bool, 1)
		n := 0
		go func() {
			n++
			select {
			case c <- true:
			case d <- true:
			}
		}()
		select {
		case <-c:
		case <-d:
		}
		n++
		return fmt.Sprint(n)
	}, "2")
}

func TestRaceClose(t *testing.T) {
	check(t, func() string {
		c := make(chan bool)
		n := 0
		var a, b int
		go func() { n = 1; close(c) }()
		parallel(func() { <-c; a = n }, func() {
			for range c {
			}
			b = n
		})
		return fmt.Sprint(a, b)
	}, "1 1")
}

func TestRaceDefaultOrdersNothing(t *testing.T) {
	check(t, func() string {
		c := make(chan bool, 1)
		n := 0
		parallel(func() { n = 1; c <- true }, func() {
			select {
			case <-c:
			default:
			}
			n = 2
		})
		_ = n
		return "passed"
	}, "passed", races)
}

func TestRaceLenOrdersNothing(t *testing.T) {
	check(t, func() string {
		c := make(chan bool, 1)
		n := 0
		parallel(func() { n = 1; c <- true }, func() {
			if len(c) == 1 {
				n = 2
			}
		})
		_ = n
		return "passed"
	}, "passed", races)
}

func TestRaceAfterFunc(t *testing.T) {
	checkSlow(t, func() string {
		n := 1
		c := make(chan bool)
		time.AfterFunc(near, func() { n++; close(c) })
		<-c
		return fmt.Sprint(n)
	}, "2")
}

func TestRaceTimerReset(t *testing.T) {
	checkSlow(t, func() string {
		n := 1
		c := make(chan bool)
		tm := time.AfterFunc(100*far, func() { n++; close(c) })
		n++
		tm.Reset(near)
		<-c
		return fmt.Sprint(n)
	}, "3")
}

func TestRaceSleepOrdersNothing(t *testing.T) {
	checkSlow(t, func() string {
		n := 0
		done := make(chan bool)
		go func() { n = 1; close(done) }()
		time.Sleep(far)
		_ = n
		<-done
		return "slept"
	}, "slept", races)
}

func TestRaceRefcount(t *testing.T) {
	check(t, func() string {
		var left atomic.Int32
		left.Store(3)
		var parts [3]int
		sum := make(chan int, 1)
		part := func(i int) func() {
			return func() {
				parts[i] = i + 1
				if left.Add(-1) == 0 {
					sum <- parts[0] + parts[1] + parts[2]
				}
			}
		}
		parallel(part(0), part(1), part(2))
		return fmt.Sprint(<-sum)
	}, "6")
}

// A compare-and-swap that fails has seen the value that another goroutine stored.
func TestRaceFailedCAS(t *testing.T) {
	check(t, func() string {
		var state atomic.Int32
		data, got := 0, -1
		parallel(func() { data = 1; state.CompareAndSwap(0, 1) }, func() {
			if !state.CompareAndSwap(5, 6) && state.Load() == 1 {
				got = data
			}
		})
		return fmt.Sprint(got)
	}, "-1", "1")
}

func TestRaceRWMutex(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		n, reads := 0, [2]int{}
		read := func(i int) func() { return func() { rw.RLock(); reads[i] = n; rw.RUnlock() } }
		parallel(read(0), read(1), func() { rw.Lock(); n = 1; rw.Unlock() })
		return fmt.Sprint(n)
	}, "1")
}

func TestRaceRWMutexWriteUnderRead(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		n := 0
		write := func() { rw.RLock(); n++; rw.RUnlock() }
		parallel(write, write)
		return "written"
	}, "written", races)
}

func TestRaceTryLock(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		n := 0
		up := func() {
			if mu.TryLock() {
				n++
				mu.Unlock()
			}
		}
		parallel(up, up)
		return "tried"
	}, "tried")
}

func TestRaceTryLockFails(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		n := 0
		parallel(func() { mu.Lock(); n = 1; mu.Unlock() }, func() {
			if mu.TryLock() {
				mu.Unlock()
			} else {
				n = 2
			}
		})
		_ = n
		return "tried"
	}, "tried", races)
}

func TestRaceContext(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancelCause(context.Background())
		n := 0
		go func() { n = 1; cancel(errors.New("c")) }()
		<-ctx.Done()
		return fmt.Sprint(n)
	}, "1")
}

func TestRaceContextAfterFunc(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		done := make(chan bool)
		context.AfterFunc(ctx, func() { n++; close(done) })
		n++
		cancel()
		<-done
		return fmt.Sprint(n)
	}, "2")
}

func TestRaceGoexitOrders(t *testing.T) {
	check(t, func() string {
		n := 0
		c := make(chan bool)
		go func() {
			defer close(c)
			defer func() { n = 1 }()
			runtime.Goexit()
		}()
		<-c
		return fmt.Sprint(n)
	}, "1")
}

func TestRaceCond(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready, data := false, 0
		go func() { data = 1; mu.Lock(); ready = true; mu.Unlock(); c.Broadcast() }()
		mu.Lock()
		for !ready {
			c.Wait()
		}
		mu.Unlock()
		return fmt.Sprint(data)
	}, "1")
}
