package hook

import (
	"fmt"
	"os"
	"runtime/debug"
)

// Crash ends the process because of a bug of the engine, which panicked with v. Left alone, the panic would end only the coroutine.
func Crash(v any) {
	Cur = 0
	fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", v, debug.Stack())
	os.Exit(2)
}
