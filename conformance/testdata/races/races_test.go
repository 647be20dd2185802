// Package races has small programs of two kinds. In TestRace... two goroutines use the same memory and nothing orders them. In TestNone...
// they do not, or something orders them. The races of TestSeldom... are those that go test -race reports once in a hundred runs: it has forgotten
// one access when it sees the other, because the library does so much between them.
package races

import (
	"sync"
)

// together runs f and g in two goroutines, and waits for both.
func together(f, g func()) {
	done := make(chan bool)
	go func() { defer close(done); f() }()
	g()
	<-done
}

// twice runs f in two goroutines.
func twice(f func()) { together(f, f) }

// alternately runs f in two goroutines, under a lock.
func alternately(f func()) {
	var mu sync.Mutex
	twice(func() {
		mu.Lock()
		defer mu.Unlock()
		f()
	})
}

// sinks takes values of any type, so that they are made, and orders nothing.
var sinks discard

type discard struct{}

//go:noinline
func (*discard) Store(any) {}

// sink makes values escape.
var sink any
