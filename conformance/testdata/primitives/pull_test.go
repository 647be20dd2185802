package primitives

import (
	"fmt"
	"iter"
	"runtime"
	"testing"
)

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

// The sequence executes visible operations on behalf of the goroutine that pulls.
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

// One goroutine makes a sequence, another one pulls from it.
func TestPullFromAnother(t *testing.T) {
	check(t, func() string {
		next, stop := iter.Pull(func(yield func(int) bool) {
			for i := 0; yield(i); i++ {
			}
		})
		defer stop()
		text := ""
		next()
		parallel(func() {
			v, _ := next()
			text += fmt.Sprint(v)
		})
		v, _ := next()
		return text + fmt.Sprint(v)
	}, "12")
}

func TestPullDeadlock(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int)
		next, stop := iter.Pull(func(yield func(int) bool) { yield(<-c) })
		defer stop()
		next()
		return "pulled"
	}, blocked)
}

func TestPullNested(t *testing.T) {
	check(t, func() string {
		inner := func(yield func(int) bool) {
			for i := range 3 {
				if !yield(i) {
					return
				}
			}
		}
		next, stop := iter.Pull(func(yield func(int) bool) {
			n, s := iter.Pull(inner)
			defer s()
			for v, ok := n(); ok && yield(v*10); v, ok = n() {
			}
		})
		defer stop()
		text := ""
		for v, ok := next(); ok; v, ok = next() {
			text += fmt.Sprint(v, " ")
		}
		return text
	}, "0 10 20 ")
}

func TestPullGoexit(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			defer log.add("d")
			next, stop := iter.Pull(func(yield func(int) bool) { runtime.Goexit() })
			defer stop()
			next()
			log.add("never")
		})
		return log.String()
	}, "d")
}

// A pulled sequence starts goroutines and is not finished.
func TestPullUnfinished(t *testing.T) {
	check(t, func() string {
		var log tape
		next, _ := iter.Pull(func(yield func(int) bool) {
			parallel(func() { log.add("a") }, func() { log.add("b") })
			yield(1)
			log.add("never")
		})
		next()
		return log.String()
	}, "ab", "ba")
}
