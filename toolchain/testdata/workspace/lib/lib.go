package lib

var State int

//go:noinline
func Next() int {
	State++
	return State
}
