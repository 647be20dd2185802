package hook

import (
	goruntime "runtime"
	"runtime/debug"
)

// garbage is how much memory executions may use before the collector runs between two of them, in bytes.
const garbage = 32 << 20

var collectAt uint64 = garbage

// Collect runs the garbage collector between two executions, when there is something to collect. It is off otherwise, so that no
// address means two things in one execution.
func Collect() {
	if HeapLive() < collectAt {
		return
	}
	goruntime.GC()
	collectAt = HeapLive() + garbage
}

// NoCollection switches the collector off but for Collect and for executions that use more than limit bytes: runtime.GC does nothing in a managed
// goroutine. A first collection starts the collector's own goroutines, which a managed one must not have to wait for.
func NoCollection(limit int64) {
	goruntime.GC()
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit)
}
