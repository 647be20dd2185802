package primitives

import (
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
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

func TestRecover(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(
			func() { log.add(tried(func() { panic("a") })) },
			func() { log.add(tried(func() { panic(errors.New("b")) })) })
		return log.String()
	}, "ab", "ba")
}

func TestRecoverNested(t *testing.T) {
	check(t, func() string {
		return tried(func() {
			defer func() {
				v := recover()
				panic(fmt.Sprint(v, "+second"))
			}()
			panic("first")
		})
	}, "first+second")
}

func TestRecoverNilPanic(t *testing.T) {
	check(t, func() string { return tried(func() { panic(nil) }) }, "panic called with nil argument")
}

func TestRuntimePanics(t *testing.T) {
	check(t, func() string {
		var s []int
		var m map[string]int
		var p *counter
		var x any = "text"
		zero := len(s)
		return strings.Join([]string{
			tried(func() { _ = s[zero+3] }),
			tried(func() { m["a"] = 1 }),
			tried(func() { p.up(1) }),
			tried(func() { _ = x.(int) }),
			tried(func() { zero = 1 / zero }),
		}, "; ")
	}, "runtime error: index out of range [3] with length 0; assignment to entry in nil map; "+
		"runtime error: invalid memory address or nil pointer dereference; interface conversion: interface {} is string, not int; "+
		"runtime error: integer divide by zero")
}

func TestPanicUnrecovered(t *testing.T) {
	die(t, func() { parallel(func() { panic("boom") }) }, "panic: boom")
}

func TestPanicUnrecoveredInTest(t *testing.T) {
	die(t, func() { panic("boom") }, "panic: boom")
}

func TestPanicError(t *testing.T) {
	die(t, func() { parallel(func() { panic(fmt.Errorf("wrapped: %w", errors.New("inner"))) }) }, "panic: wrapped: inner")
}

type point struct{ x, y int }

type stringer struct{ name string }

func (s stringer) String() string { return "I am " + s.name }

type kind string

func TestPanicStringer(t *testing.T) {
	die(t, func() { parallel(func() { panic(stringer{"s"}) }) }, "panic: I am s")
}

func TestPanicNumber(t *testing.T) {
	die(t, func() { parallel(func() { panic(42) }) }, "panic: 42")
}

// since126 skips a test of something that is otherwise in Go 1.25.
func since126(t *testing.T) {
	if strings.HasPrefix(runtime.Version(), "go1.25") {
		t.Skip("Go 1.26 does it otherwise")
	}
}

func TestPanicFloat(t *testing.T) {
	since126(t)
	die(t, func() { parallel(func() { panic(-0.5) }) }, "panic: -0.5")
}

func TestPanicComplex(t *testing.T) {
	since126(t)
	die(t, func() { parallel(func() { panic(complex(1, 2)) }) }, "panic: (1+2i)")
}

type level uint8

func TestPanicNamedNumber(t *testing.T) {
	die(t, func() { parallel(func() { panic(level(3)) }) }, "panic: primitives.level(3)")
}

func TestPanicRepanicked(t *testing.T) {
	die(t, func() {
		parallel(func() {
			defer func() { panic(recover()) }()
			panic("again")
		})
	}, "panic: again")
}

func TestPanicReplaced(t *testing.T) {
	die(t, func() {
		parallel(func() {
			defer func() { panic(fmt.Sprint("not ", recover())) }()
			panic("first")
		})
	}, "panic: first [recovered]; panic: not first")
}

func TestPanicNamedString(t *testing.T) {
	die(t, func() { parallel(func() { panic(kind("k")) }) }, `panic: primitives.kind("k")`)
}

func TestPanicRuntimeError(t *testing.T) {
	die(t, func() {
		parallel(func() {
			var s []int
			_ = s[len(s)]
		})
	}, "panic: runtime error: index out of range [0] with length 0")
}

func TestPanicNilMap(t *testing.T) {
	die(t, func() {
		parallel(func() {
			var m map[int]int
			m[1] = 1
		})
	}, "panic: assignment to entry in nil map")
}

func TestPanicNilArgument(t *testing.T) {
	die(t, func() { parallel(func() { panic(nil) }) }, "panic: panic called with nil argument")
}

// The deferred calls of a goroutine that panics run, and may block, before the process ends.
func TestPanicRunsDeferred(t *testing.T) {
	die(t, func() {
		c := make(chan int)
		go func() {
			defer func() { panic(fmt.Sprint("deferred ", <-c)) }()
			panic("first")
		}()
		c <- 7
		time.Sleep(time.Second)
	}, "panic: first; panic: deferred 7")
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
	}, "1")
}

// How many goroutines there are is no operation: only one of the numbers that can be seen is explored.
func TestNumGoroutineSeen(t *testing.T) {
	check(t, func() string {
		before := runtime.NumGoroutine()
		c := make(chan bool)
		go close(c)
		<-c
		return fmt.Sprint(runtime.NumGoroutine() - before)
	}, "0", natively+"1")
}

func TestBlockForever(t *testing.T) {
	checkSlow(t, func() string { select {} }, blocked)
}

func TestPull(t *testing.T) {
	check(t, func() string {
		next, stop := iter.Pull(func(yield func(int) bool) {
			for i := range 3 {
				if !yield(i) {
					return
				}
			}
		})
		defer stop()
		var log tape
		for {
			v, ok := next()
			log.add(fmt.Sprint(v, ok, " "))
			if !ok {
				return log.String()
			}
		}
	}, "0 true 1 true 2 true 0 false ")
}

// The sequence does visible operations, on behalf of the goroutine that pulls.
func TestPullOperations(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			next, stop := iter.Pull(func(yield func(int) bool) {
				log.add("a")
				yield(1)
				log.add("c")
			})
			next()
			log.add("b")
			next()
			stop()
		}, func() { log.add("x") })
		return log.String()
	}, "xabc", "axbc", "abxc", "abcx")
}

func TestPullBlocks(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		go func() {
			for i := range 3 {
				c <- i
			}
			close(c)
		}()
		next, stop := iter.Pull(func(yield func(int) bool) {
			for v := range c {
				if !yield(v) {
					return
				}
			}
		})
		defer stop()
		sum := 0
		for v, ok := next(); ok; v, ok = next() {
			sum += v
		}
		return fmt.Sprint(sum)
	}, "3")
}

func TestPullStop(t *testing.T) {
	check(t, func() string {
		var log tape
		next, stop := iter.Pull2(func(yield func(int, string) bool) {
			defer log.add("d")
			log.add(fmt.Sprint(yield(1, "one")))
		})
		k, v, ok := next()
		stop()
		_, _, again := next()
		return fmt.Sprint(k, v, ok, again, log.String())
	}, "1onetrue falsefalsed")
}

func TestPullPanic(t *testing.T) {
	check(t, func() string {
		next, stop := iter.Pull(func(yield func(int) bool) { panic("in sequence") })
		defer stop()
		return tried(func() { next() }) + fmt.Sprint(next())
	}, "in sequence0 false")
}
