package dep

var State = 5

//go:noinline
func Next() int {
	State++
	return State
}
