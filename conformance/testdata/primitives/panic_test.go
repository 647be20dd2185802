package primitives

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

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

// since126 skips a test of behaviour that differs in Go 1.25.
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
