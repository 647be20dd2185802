package hook

import (
	goruntime "runtime"
	"runtime/debug"
	"unsafe"
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
	kept = 0
	collectAt = HeapLive() + garbage
}

// NoCollection switches the collector off, except for Collect and GC, and for executions that use more than limit bytes. It first collects
// once, which starts the collector's own goroutines: a managed goroutine must not have to wait for them.
func NoCollection(limit int64) {
	goruntime.GC()
	initial = [5]int64{int64(goruntime.GOMAXPROCS(0)), int64(debug.SetGCPercent(-1)), debug.SetMemoryLimit(limit)}
}

//go:linkname settings runtime.heddleSettings
var settings [5]int64

// initial are the settings when NoCollection was called.
var initial [5]int64

// ResetSettings gives managed goroutines the runtime's settings that the process had before NoCollection. It begins an execution.
func ResetSettings() {
	settings = initial
	execution++
}

//go:linkname execution runtime.heddleExecution
var execution int64

// Watched reports whether the execution has had finalizers, cleanups or weak pointers of its own, which show a collection.
func Watched() bool { return settings[3] > 0 }

// A Due is a finalizer or a cleanup of the program. Only the runtime reads what is not commented.
type Due struct {
	Code      uintptr
	Fn        unsafe.Pointer // the program's function
	Arg       unsafe.Pointer
	Call      unsafe.Pointer
	Param, Of unsafe.Pointer
	Results   uintptr
	Cleanup   bool // it is a cleanup
	Execution int64
	Thread    int   // the model.Thread that called SetFinalizer or AddCleanup
	N         int64 // those that it registered later have a greater one
	Next      *Due  // of those that are due as well
}

// GC is a whole collection that frees no memory. It returns what has become due.
//
//go:linkname GC runtime.heddleGC
func GC() *Due

// Run calls what is due, on the managed goroutine.
//
//go:linkname Run runtime.heddleRun
func Run(d *Due)

// kept is how much memory the last GC should have freed.
//
//go:linkname kept runtime.heddleKept
var kept uint64
