package failure

import (
	"fmt"
	"os"
	goruntime "runtime"
	"runtime/debug"

	"heddle/sched/hook"
)

// Stack appends the return addresses of the calling goroutine, without those of the function that calls Stack.
func Stack(to []uintptr) []uintptr {
	var pcs [64]uintptr
	n := goruntime.Callers(3, pcs[:])
	return append(to, pcs[:n]...)
}

// Crash ends the process because of a bug of the engine, which panicked with v. Left alone, the panic would end only the coroutine.
func Crash(v any) {
	hook.Cur = 0
	fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", v, debug.Stack())
	os.Exit(2)
}
