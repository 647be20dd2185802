package plain

import "example.com/module/store"

var calls int

//go:noinline
func Add(n int) int {
	calls++
	return store.Put(n)
}
