// Package upstream replaces a module.
package upstream

var State int

//go:noinline
func Next() int {
	State++
	return State
}
