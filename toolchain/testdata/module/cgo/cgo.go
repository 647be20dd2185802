package cgo

// static int twice(int n) { return 2 * n; }
import "C"

var last int

//go:noinline
func Twice(n int) int {
	last = int(C.twice(C.int(n)))
	return last
}
