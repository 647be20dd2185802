package sched

import (
	goruntime "runtime"
	"strings"
	"unsafe"

	"heddle/trace"
)

// Locks and caches of the standard library that only guard output or laziness are not the program's interaction. Operations on
// locks, Onces, sync.Maps and the clock that come from the packages listed here are no events, unless they would block: then
// the whole exploration begins again with no exemption (Contended).

// exemptPackages are the packages, with all below them.
var exemptPackages = []string{
	"testing", "log", "fmt", "reflect", "encoding", "regexp", "os", "math", "internal", "errors", "bytes", "strings", "bufio", "sort",
	"strconv", "unicode", "path", "text", "html", "mime", "hash", "compress", "crypto", "go", "image", "syscall", "time", "unique",
	"slices", "maps", "iter", "embed", "flag", "debug", "archive", "container",
}

// transparent packages stand between a primitive and the code that uses it.
var transparent = map[string]bool{"sync": true, "internal/sync": true, "sync/atomic": true, "runtime": true, "heddle/sched": true,
	"internal/runtime/atomic": true, "time": true}

// notExempt are packages below an exempt one whose order a program can observe.
var notExempt = map[string]bool{"os/signal": true, "os/exec": true, "testing/iotest": true, "testing/synctest": true}

type callerClass uint8

const (
	unknownCaller callerClass = iota
	transparentCaller
	exemptCaller
	visibleCaller
)

type exemption struct {
	off       bool
	contended bool
	cache     [1024]struct {
		pc    uintptr
		class callerClass
	}
}

// invisible reports whether the operation is exempt, and has been done as far as the engine is concerned.
func (r *runtime) invisible(t *thread, kind trace.Kind, addr, where unsafe.Pointer, arg int64) bool {
	switch kind {
	case trace.Lock, trace.TryLock, trace.Unlock, trace.Announce, trace.Acquire, trace.RWTryLock, trace.RWUnlock, trace.RLock,
		trace.TryRLock, trace.RUnlock, trace.OnceBegin, trace.OnceEnd, trace.MapRead, trace.MapWrite:
	default:
		return false
	}
	if !r.exempt(t) {
		return false
	}
	t.addr, t.where = addr, where
	t.op = trace.Op{Kind: kind, Obj: r.object(uintptr(addr)), Clock: trace.NoObject, Arg: arg}
	m := &models[kind]
	if m.enabled != nil && !m.enabled(t) {
		r.exemption.contended = true
		return false
	}
	if m.take != nil {
		m.take(r, t, trace.Choice{})
	}
	return true
}

// exempt reports whether the hook that runs was called from an exempt package.
func (r *runtime) exempt(*thread) bool {
	if r.exemption.off {
		return false
	}
	var pcs [12]uintptr
	n := callerPCs(pcs[:])
	for _, pc := range pcs[:n] {
		slot := &r.exemption.cache[pc>>1&1023]
		if slot.pc != pc {
			slot.pc, slot.class = pc, classify(pc)
		}
		if slot.class != transparentCaller {
			return slot.class == exemptCaller
		}
	}
	return false
}

// hookExempt is asked by sync.Once, which runs Go's own code for exempt callers.
func hookExempt() bool {
	saved := cur
	cur = 0
	yes := rt.exempt(rt.running)
	cur = saved
	return yes
}

// classify looks at the functions inlined at pc, innermost first.
func classify(pc uintptr) callerClass {
	frames := goruntime.CallersFrames([]uintptr{pc})
	for {
		f, more := frames.Next()
		if c := classOf(packageOf(f.Function)); c != transparentCaller {
			return c
		}
		if !more {
			return transparentCaller
		}
	}
}

func classOf(pkg string) callerClass {
	if transparent[pkg] {
		return transparentCaller
	}
	if notExempt[pkg] {
		return visibleCaller
	}
	root, _, _ := strings.Cut(pkg, "/")
	for _, p := range exemptPackages {
		if root == p {
			return exemptCaller
		}
	}
	return visibleCaller
}

// packageOf returns the import path in a function's name.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return function
	}
	return function[:slash+dot]
}
