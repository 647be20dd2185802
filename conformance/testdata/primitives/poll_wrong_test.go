package primitives

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Loops that poll, and bugs. A failure that package conformance finds is at a line that says so.

func TestPollWrongFlag(t *testing.T) {
	wrong(t, func() string {
		var f atomic.Bool
		go f.Load()
		for !f.Load() { // found here
		}
		return "seen"
	}, polls, natively+blocked)
}

func TestPollWrongSleep(t *testing.T) {
	wrong(t, func() string {
		var f atomic.Bool
		go f.Load()
		for !f.Load() {
			time.Sleep(near) // found here
		}
		return "seen"
	}, polls, natively+blocked)
}

func TestPollWrongTicker(t *testing.T) {
	wrong(t, func() string {
		var f atomic.Bool
		go f.Load()
		tk := time.NewTicker(near)
		defer tk.Stop()
		for range tk.C { // found here
			if f.Load() {
				break
			}
		}
		return "seen"
	}, polls, natively+blocked)
}

func TestPollWrongSelect(t *testing.T) {
	wrong(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		_ = cancel
		c := make(chan int, 1)
		c <- 1
		for n := 0; ; {
			select {
			case v := <-c:
				n += v
			case <-ctx.Done(): // found here
				return "done"
			default:
				runtime.Gosched()
			}
		}
	}, polls, natively+blocked)
}

// Each of two goroutines waits for the other's flag before it sets its own.
func TestPollWrongHandshake(t *testing.T) {
	wrong(t, func() string {
		var a, b atomic.Bool
		parallel(func() {
			for !b.Load() { // found here
				runtime.Gosched()
			}
			a.Store(true)
		}, func() {
			for !a.Load() { // found here
				runtime.Gosched()
			}
			b.Store(true)
		})
		return "both"
	}, polls, natively+blocked)
}

// A request that is made before the server has forgotten the last one.
func TestPollWrongReset(t *testing.T) {
	wrong(t, func() string {
		var request, answers atomic.Int32
		go func() {
			for range 2 {
				for request.Load() == 0 {
					runtime.Gosched()
				}
				answers.Add(1)
				request.Store(0)
			}
		}()
		for i := range int32(2) {
			request.Store(1)
			for answers.Load() <= i { // found here
				runtime.Gosched()
			}
		}
		return "answered"
	}, "answered", polls, natively+blocked)
}

// Two goroutines block each other, and a third one polls.
func TestPollWrongDeadlock(t *testing.T) {
	wrong(t, func() string {
		var a, b sync.Mutex
		var n atomic.Int32
		go func() {
			a.Lock()
			b.Lock() // found here
			b.Unlock()
			a.Unlock()
			n.Add(1)
		}()
		go func() {
			b.Lock()
			a.Lock() // found here
			a.Unlock()
			b.Unlock()
			n.Add(1)
		}()
		for n.Load() < 2 {
			runtime.Gosched()
		}
		return "ended"
	}, "ended", blocked, natively+blocked)
}

// The test is over, and a goroutine goes on.
func TestPollWrongLeak(t *testing.T) {
	wrong(t, func() string {
		var stop atomic.Bool
		go func() {
			for !stop.Load() { // found here
				runtime.Gosched()
			}
		}()
		return "left"
	}, "left", leaks)
}

func TestPollWrongLeakSleeps(t *testing.T) {
	wrong(t, func() string {
		var mu sync.Mutex
		stop := false
		go func() {
			for {
				mu.Lock() // found here
				over := stop
				mu.Unlock()
				if over {
					return
				}
				time.Sleep(near) // or found here
			}
		}()
		return "left"
	}, "left", leaks)
}

// A goroutine looks, and then waits. The wake-up comes in between.
func TestPollWrongWakeUp(t *testing.T) {
	wrong(t, func() string {
		var ready, done atomic.Bool
		wake := make(chan bool)
		go func() {
			if !ready.Load() {
				<-wake // found here
			}
			done.Store(true)
		}()
		go func() {
			ready.Store(true)
			select {
			case wake <- true:
			default:
			}
		}()
		for !done.Load() {
			runtime.Gosched()
		}
		return "woken"
	}, "woken", blocked, natively+blocked)
}

// Two goroutines see that a lock is free before one of them takes it.
func TestPollWrongCheckThenAct(t *testing.T) {
	wrong(t, func() string {
		var taken atomic.Bool
		var inside atomic.Int32
		var both atomic.Bool
		critical := func() {
			for taken.Load() {
				runtime.Gosched()
			}
			taken.Store(true)
			if inside.Add(1) == 2 {
				both.Store(true)
			}
			inside.Add(-1)
			taken.Store(false)
		}
		parallel(critical, critical)
		if both.Load() {
			return failed + "both"
		}
		return "one"
	}, "one", failed+"both")
}

// The writer of a seqlock ends one step too early.
func TestPollWrongSeqlock(t *testing.T) {
	wrong(t, func() string {
		var seq, x, y atomic.Int32
		go func() {
			seq.Add(1)
			x.Store(1)
			seq.Add(1)
			y.Store(1)
		}()
		for {
			s := seq.Load()
			a, b := x.Load(), y.Load()
			if s%2 == 0 && seq.Load() == s {
				if a != b {
					return failed + "torn"
				}
				return "whole"
			}
			runtime.Gosched()
		}
	}, "whole", failed+"torn")
}

// The counter is raised by the goroutine that it counts.
func TestPollWrongCounter(t *testing.T) {
	wrong(t, func() string {
		var active, n atomic.Int32
		for range 2 {
			go func() { active.Add(1); n.Add(1); active.Add(-1) }()
		}
		for active.Load() > 0 {
			runtime.Gosched()
		}
		if n.Load() < 2 {
			return failed + "early"
		}
		return "late"
	}, "late", failed+"early")
}

// A goroutine returns without unlocking.
func TestPollWrongTryLock(t *testing.T) {
	wrong(t, func() string {
		var mu sync.Mutex
		var f atomic.Bool
		go f.Store(true)
		done := make(chan bool)
		go func() {
			defer close(done)
			mu.Lock()
			if f.Load() {
				return
			}
			mu.Unlock()
		}()
		<-done
		for !mu.TryLock() { // found here
			runtime.Gosched()
		}
		return "locked"
	}, "locked", polls, natively+blocked)
}

func TestPollWrongTryRLock(t *testing.T) {
	wrong(t, func() string {
		var mu sync.RWMutex
		go func() {
			defer func() { recover() }()
			mu.Lock() // found here
			panic("without unlocking")
		}()
		for !mu.TryRLock() { // found here
			runtime.Gosched()
		}
		return "locked"
	}, "locked", polls, leaks, natively+blocked) // the writer may also come after the reader, which does not unlock
}

func TestPollWrongSpinLock(t *testing.T) {
	wrong(t, func() string {
		var lock, other atomic.Int32
		take := func(l *atomic.Int32) {
			for !l.CompareAndSwap(0, 1) { // found here
				runtime.Gosched()
			}
		}
		parallel(func() {
			take(&lock)
			take(&other)
			other.Store(0)
			lock.Store(0)
		}, func() {
			take(&other)
			take(&lock)
			lock.Store(0)
			other.Store(0)
		})
		return "ended"
	}, "ended", polls, natively+blocked)
}

// Two polite goroutines that take two locks in different orders step back for ever, if they keep step. No fair scheduler sees to that, but a
// third one holds a lock for good.
func TestPollWrongPolite(t *testing.T) {
	wrong(t, func() string {
		var a, b sync.Mutex
		b.Lock()
		for {
			a.Lock() // found here
			if b.TryLock() {
				return "locked"
			}
			a.Unlock()
			runtime.Gosched()
		}
	}, polls, natively+blocked)
}

// Two goroutines hand a flag to and fro for ever, and nobody sets the other one.
func TestPollWrongTurns(t *testing.T) {
	wrong(t, func() string {
		var turn atomic.Int32
		var stop atomic.Bool
		player := func(me int32) func() {
			return func() {
				for !stop.Load() {
					if turn.Load() == me { // found here
						turn.Store(1 - me)
					}
					runtime.Gosched()
				}
			}
		}
		parallel(player(0), player(1))
		return "ended"
	}, polls, incomplete, natively+blocked)
}
