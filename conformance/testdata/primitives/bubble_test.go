package primitives

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// bubbled runs f in a bubble of testing/synctest and returns its result.
func bubbled(t *testing.T, f func() string) (result string) {
	synctest.Test(t, func(*testing.T) { result = f() })
	return result
}

// A sleep takes exactly as long as it says, and nothing runs meanwhile that could have run before.
func TestBubbleSleep(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var n atomic.Int32
			go n.Add(1)
			start := time.Now()
			time.Sleep(time.Hour)
			return fmt.Sprint(time.Since(start), n.Load(), start.UTC().Year())
		})
	}, "1h0m0s 1 2000")
}

// Two sleeps that end at the same time end in either order.
func TestBubbleSleepsTie(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var first atomic.Int32
			for i := range 2 {
				go func() {
					time.Sleep(time.Second)
					first.CompareAndSwap(0, int32(i+1))
				}()
			}
			time.Sleep(2 * time.Second)
			return fmt.Sprint(first.Load())
		})
	}, "1", "2")
}

// Two timers that are due at the same time: a select sees both.
func TestBubbleTimersTie(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			a, b := time.NewTimer(1), time.NewTimer(1)
			select {
			case <-a.C:
				return "a"
			case <-b.C:
				return "b"
			}
		})
	}, "a", "b")
}

// Wait returns when all others are blocked or have ended, so it orders what they did.
func TestBubbleWait(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			n, ch := 0, make(chan int)
			go func() {
				n++
				<-ch
				n++
			}()
			synctest.Wait()
			before := n
			close(ch)
			synctest.Wait()
			return fmt.Sprint(before, n)
		})
	}, "1 2")
}

// Wait waits for no order among the others.
func TestBubbleWaitRace(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var last atomic.Int32
			go last.Store(1)
			go last.Store(2)
			synctest.Wait()
			return fmt.Sprint(last.Load())
		})
	}, "1", "2")
}

// A goroutine that waits for a mutex is not durably blocked.
func TestBubbleMutex(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var mu sync.Mutex
			var n atomic.Int32
			for range 2 {
				go func() {
					mu.Lock()
					defer mu.Unlock()
					n.Add(1)
				}()
			}
			synctest.Wait()
			return fmt.Sprint(n.Load())
		})
	}, "2")
}

// A goroutine outside of the bubble is in no order with a Wait.
func TestBubbleOutside(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		done := make(chan bool)
		go func() {
			x.Store(1)
			done <- true
		}()
		seen := bubbled(t, func() string {
			go func() {}()
			synctest.Wait()
			a := x.Load()
			time.Sleep(time.Second)
			return fmt.Sprint(a, x.Load())
		})
		<-done
		return seen
	}, "0 0", "0 1", "1 1")
}

// Two bubbles at a time have clocks of their own.
func TestBubbleTwo(t *testing.T) {
	check(t, func() string {
		var first atomic.Int32
		var wg sync.WaitGroup
		for i := range 2 {
			wg.Go(func() {
				synctest.Test(t, func(*testing.T) {
					time.Sleep(time.Duration(2-i) * time.Hour)
					first.CompareAndSwap(0, int32(i+1))
				})
			})
		}
		wg.Wait()
		return fmt.Sprint(first.Load())
	}, "1", "2")
}

func TestBubbleDeadline(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			time.Sleep(time.Second - 1)
			synctest.Wait()
			before := ctx.Err()
			time.Sleep(1)
			synctest.Wait()
			return fmt.Sprint(before, ctx.Err())
		})
	}, "<nil> context deadline exceeded")
}

func TestBubbleTicker(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			tick := time.NewTicker(time.Second)
			start := time.Now()
			time.Sleep(2500 * time.Millisecond)
			first, second := <-tick.C, <-tick.C
			tick.Stop()
			return fmt.Sprint(first.Sub(start), second.Sub(start))
		})
	}, "1s 3s")
}

func TestBubbleAfterFunc(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var n atomic.Int32
			time.AfterFunc(0, func() { n.Add(1) })
			synctest.Wait()
			tm := time.AfterFunc(time.Second, func() { n.Add(10) })
			time.Sleep(time.Second / 2)
			stopped := tm.Stop()
			time.Sleep(time.Second)
			return fmt.Sprint(n.Load(), stopped)
		})
	}, "1 true")
}

func TestBubbleCond(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var mu sync.Mutex
			c, n := sync.NewCond(&mu), 0
			for range 2 {
				go func() {
					mu.Lock()
					defer mu.Unlock()
					c.Wait()
					n++
				}()
			}
			synctest.Wait()
			c.Signal()
			synctest.Wait()
			one := n
			c.Broadcast()
			synctest.Wait()
			return fmt.Sprint(one, n)
		})
	}, "1 2")
}

func TestBubbleWaitGroup(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			var wg sync.WaitGroup
			var n atomic.Int32
			wg.Go(func() { time.Sleep(time.Second); n.Add(1) })
			wg.Wait()
			return fmt.Sprint(n.Load())
		})
	}, "1")
}

func TestBubbleDeadlock(t *testing.T) {
	check(t, func() (result string) {
		defer func() { result = fmt.Sprint(recover()) }()
		var mu sync.Mutex
		synctest.Test(t, func(*testing.T) {
			c := make(chan int)
			mu.Lock()
			defer mu.Unlock()
			<-c
		})
		return ""
	}, "deadlock: all goroutines in bubble are blocked", "leaks")
}

// A deadline of a file is on the real clock, and who reads from a file is not durably blocked: no time passes in the bubble.
func TestBubbleFileDeadline(t *testing.T) {
	checkSlow(t, func() string {
		return bubbled(t, func() string {
			return piped(func(r, w *os.File) string {
				start, slept := time.Now(), make(chan bool)
				go func() {
					time.Sleep(time.Hour)
					close(slept)
				}()
				r.SetReadDeadline(time.Now().Add(time.Millisecond))
				first := fmt.Sprint(read(r, 1), " ", time.Since(start))
				<-slept
				return fmt.Sprint(first, " ", time.Since(start))
			})
		})
	}, "late 0s 1h0m0s")
}

// The bubble's clock goes past a deadline, which comes later than what is written before it is due.
func TestBubbleFileDeadlinePassed(t *testing.T) {
	check(t, func() string {
		return bubbled(t, func() string {
			return piped(func(r, w *os.File) string {
				r.SetReadDeadline(time.Now().Add(time.Hour))
				time.Sleep(2 * time.Hour)
				w.Write([]byte("a"))
				first := read(r, 1)
				r.SetReadDeadline(time.Now().Add(-1))
				return first + " " + read(r, 1)
			})
		})
	}, "a late")
}

// A deadline that is set outside of the bubble is taken back in it, and set again.
func TestBubbleFileDeadlineOutside(t *testing.T) {
	checkSlow(t, func() string {
		return piped(func(r, w *os.File) string {
			r.SetReadDeadline(time.Now().Add(time.Hour))
			return bubbled(t, func() string {
				r.SetReadDeadline(time.Time{})
				go w.Write([]byte("a"))
				first := read(r, 1)
				r.SetReadDeadline(time.Now().Add(time.Millisecond))
				return first + " " + read(r, 1)
			})
		})
	}, "a late")
}
