package failure

import goruntime "runtime"

// Stack appends the return addresses of the calling goroutine, without those of the function that calls Stack.
func Stack(to []uintptr) []uintptr {
	var pcs [64]uintptr
	n := goruntime.Callers(3, pcs[:])
	return append(to, pcs[:n]...)
}
