// Package races has small programs of two kinds. In TestRace... two goroutines use the same memory and nothing orders them. In TestNone...
// they do not, or something orders them. In TestOnly... there is a race that go test -race does not report; a comment says why.
package races

// together runs f and g in two goroutines, and waits for both.
func together(f, g func()) {
	done := make(chan bool)
	go func() { defer close(done); f() }()
	g()
	<-done
}

// sink makes values escape.
var sink any
