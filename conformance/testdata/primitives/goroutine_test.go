package primitives

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestGoOrder(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() { log.add("a") }, func() { log.add("b") }, func() { log.add("c") })
		return log.String()
	}, permutations("abc")...)
}

func TestGoArguments(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		var sum atomic.Int64
		for i := range 3 {
			wg.Add(1)
			go func(n int64, s []int) {
				defer wg.Done()
				sum.Add(n * int64(s[0]))
			}(int64(i), []int{10})
		}
		wg.Wait()
		return fmt.Sprint(sum.Load())
	}, "30")
}

func TestGoNested(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			log.add("a")
			parallel(func() { log.add("b") })
			log.add("c")
		}, func() { log.add("x") })
		return log.String()
	}, "xabc", "axbc", "abxc", "abcx")
}

type counter struct{ n atomic.Int64 }

func (c *counter) up(by int64) { c.n.Add(by) }

func TestGoMethodValue(t *testing.T) {
	check(t, func() string {
		var c counter
		var wg sync.WaitGroup
		up := c.up
		wg.Go(func() { c.up(1) })
		wg.Go(func() { up(2) })
		go c.up(4)
		wg.Wait()
		return fmt.Sprint(c.n.Load())
	}, "3", "7")
}

func TestGoNil(t *testing.T) {
	die(t, func() {
		var f func()
		go f()
		time.Sleep(time.Second)
	}, "fatal error: go of nil func value")
}

func TestGoexit(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			defer log.add("d")
			defer func() { log.add(fmt.Sprint(recover())) }()
			func() {
				defer log.add("i")
				runtime.Goexit()
			}()
			log.add("never")
		})
		return log.String()
	}, "i<nil>d")
}

// Goexit aborts a panic whose deferred calls it is one of.
func TestGoexitAbortsPanic(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			defer log.add("d")
			defer func() {
				defer log.add("e")
				runtime.Goexit()
			}()
			panic("aborted")
		})
		return log.String()
	}, "ed")
}

// A panic in a deferred call of Goexit that is recovered lets Goexit go on.
func TestGoexitPanicRecovered(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			defer log.add("d")
			defer func() {
				defer func() { log.add(fmt.Sprint(recover())) }()
				panic("p")
			}()
			runtime.Goexit()
		})
		return log.String()
	}, "pd")
}

func TestGoexitPanics(t *testing.T) {
	die(t, func() {
		parallel(func() {
			defer func() { panic("in Goexit") }()
			runtime.Goexit()
		})
	}, "panic: in Goexit")
}

func TestGoexitReleasesLock(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		parallel(func() {
			mu.Lock()
			defer mu.Unlock()
			runtime.Goexit()
		})
		mu.Lock()
		return "free"
	}, "free")
}

func TestGoexitWhileBlockedOthers(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		go func() {
			defer close(c)
			runtime.Goexit()
		}()
		_, ok := <-c
		return fmt.Sprint(ok)
	}, "false")
}

func TestGosched(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(
			func() { log.add("a"); runtime.Gosched(); log.add("b") },
			func() { log.add("c"); runtime.Gosched(); log.add("d") })
		return log.String()
	}, "abcd", "acbd", "acdb", "cabd", "cadb", "cdab")
}

func TestLockOSThread(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			log.add("a")
		}, func() { log.add("b") })
		return log.String()
	}, "ab", "ba")
}

func TestNumGoroutine(t *testing.T) {
	check(t, func() string {
		before := runtime.NumGoroutine()
		c := make(chan int)
		go func() { c <- 1 }()
		n := runtime.NumGoroutine()
		<-c
		return fmt.Sprint(n - before)
	}, "1", natively+"0", natively+"-1") // goroutines of earlier runs may not have ended yet
}

// NumGoroutine is not an operation: only one of the possible numbers is explored.
func TestNumGoroutineSeen(t *testing.T) {
	check(t, func() string {
		before := runtime.NumGoroutine()
		c := make(chan bool)
		go close(c)
		<-c
		return fmt.Sprint(runtime.NumGoroutine() - before)
	}, "0", natively+"1", natively+"-1")
}

func TestBlockForever(t *testing.T) {
	checkSlow(t, func() string { select {} }, blocked)
}
