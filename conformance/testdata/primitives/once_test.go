package primitives

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

func TestOnce(t *testing.T) {
	check(t, func() string {
		var once sync.Once
		var log tape
		run := func(s string) func() { return func() { once.Do(func() { log.add(s) }) } }
		parallel(run("a"), run("b"))
		return log.String()
	}, "a", "b")
}

// No call of Do returns before the function has.
func TestOnceWaits(t *testing.T) {
	check(t, func() string {
		var once sync.Once
		var log tape
		run := func() {
			once.Do(func() { log.add("x"); log.add("y") })
			log.add("z")
		}
		parallel(run, run)
		return log.String()
	}, "xyzz")
}

func TestOncePanics(t *testing.T) {
	check(t, func() string {
		var once sync.Once
		a := tried(func() { once.Do(func() { panic("first") }) })
		b := tried(func() { once.Do(func() { panic("second") }) })
		return a + ", " + b
	}, "first, ok")
}

func TestOncePanicsUnderOther(t *testing.T) {
	check(t, func() string {
		var once sync.Once
		var a, b string
		parallel(
			func() { a = tried(func() { once.Do(func() { panic("p") }) }) },
			func() { b = tried(func() { once.Do(func() { panic("p") }) }) })
		return a + ", " + b
	}, "p, ok", "ok, p")
}

func TestOnceGoexit(t *testing.T) {
	check(t, func() string {
		var once sync.Once
		var log tape
		parallel(func() { once.Do(runtime.Goexit); log.add("never") })
		once.Do(func() { log.add("again") })
		return "done" + log.String()
	}, "done")
}

func TestOnceInsideItself(t *testing.T) {
	checkSlow(t, func() string {
		var once sync.Once
		once.Do(func() { once.Do(func() {}) })
		return "through"
	}, blocked)
}

func TestOnceBlocksInside(t *testing.T) {
	check(t, func() string {
		var once sync.Once
		c := make(chan int)
		var log tape
		parallel(
			func() { once.Do(func() { <-c; log.add("r") }); log.add("a") },
			func() { c <- 1; once.Do(func() { log.add("never") }); log.add("b") })
		return log.String()
	}, "rab", "rba")
}

func TestOnceFunc(t *testing.T) {
	check(t, func() string {
		var log tape
		f := sync.OnceFunc(func() { log.add("f") })
		parallel(func() { f(); log.add("a") }, func() { f(); log.add("b") })
		return log.String()
	}, "fab", "fba")
}

func TestOnceFuncPanics(t *testing.T) {
	check(t, func() string {
		f := sync.OnceFunc(func() { panic("again and again") })
		var a, b string
		parallel(func() { a = tried(f) }, func() { b = tried(f) })
		return a + ", " + b
	}, "again and again, again and again")
}

func TestOnceValue(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		n := 0
		f := sync.OnceValue(func() int { mu.Lock(); defer mu.Unlock(); n++; return n })
		var a, b int
		parallel(func() { a = f() }, func() { b = f() })
		return fmt.Sprint(a, b, n)
	}, "1 1 1")
}

func TestOnceValues(t *testing.T) {
	check(t, func() string {
		f := sync.OnceValues(func() (int, error) { return 3, fmt.Errorf("e") })
		var a, b string
		parallel(func() { a = fmt.Sprint(f()) }, func() { b = fmt.Sprint(f()) })
		return a + ", " + b
	}, "3 e, 3 e")
}

func TestOnceValuePanics(t *testing.T) {
	check(t, func() string {
		f := sync.OnceValue(func() int { panic("v") })
		return tried(func() { f() }) + tried(func() { f() })
	}, "vv")
}
