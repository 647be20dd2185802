package hook

import (
	goruntime "runtime"
	"runtime/debug"
	_ "unsafe" // for linkname
)

// garbage is how much memory executions may allocate before the collector runs between two of them, in bytes.
const garbage = 32 << 20

// collectAt is the size of the heap at which Collect runs the collector.
var collectAt uint64 = garbage

// Collect runs the garbage collector between two executions, if there is enough to collect. The collector is off during an execution,
// so that no address means two things in it.
func Collect() {
	if HeapLive() < collectAt {
		return
	}
	goruntime.GC()
	collectAt = HeapLive() + garbage
}

// NoCollection switches the collector off, except for Collect and for executions that use more than limit bytes. (In a managed
// goroutine runtime.GC does nothing, or is not supported.) It first collects once, which starts the collector's own goroutines: a managed goroutine must not
// have to wait for them.
func NoCollection(limit int64) {
	goruntime.GC()
	initial = [4]int64{int64(goruntime.GOMAXPROCS(0)), int64(debug.SetGCPercent(-1)), debug.SetMemoryLimit(limit), 0}
}

//go:linkname settings runtime.heddleSettings
var settings [4]int64

// initial are the settings when NoCollection was called.
var initial [4]int64

// ResetSettings gives managed goroutines the runtime's settings that the process had before NoCollection.
func ResetSettings() { settings = initial }
