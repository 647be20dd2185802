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
var transparent = map[string]bool{"runtime": true, "heddle/sched": true, "sync/atomic": true, "internal/runtime/atomic": true,
	"sync": true, "internal/sync": true, "time": true}

// primitives are the transparent packages whose own atomic operations are part of what a primitive does.
var primitives = map[string]bool{"sync": true, "internal/sync": true, "time": true}

// notExempt are packages below an exempt one whose order a program can observe.
var notExempt = map[string]bool{"os/signal": true, "os/exec": true, "testing/iotest": true, "testing/synctest": true}

type callerClass uint8

const (
	unknownCaller callerClass = iota
	transparentCaller
	primitiveCaller // transparent, and one of primitives
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
	class := r.caller(kind <= trace.CAS)
	if class != exemptCaller && class != primitiveCaller {
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
func (r *runtime) exempt() bool { return r.caller(false) == exemptCaller }

// caller finds out who called the primitive whose hook runs. An atomic operation may be a primitive's own.
func (r *runtime) caller(atomic bool) callerClass {
	var pcs [12]uintptr
	n := callerPCs(pcs[:])
	for _, pc := range pcs[:n] {
		slot := &r.exemption.cache[pc>>1&1023]
		if slot.pc != pc {
			slot.pc, slot.class = pc, classify(pc)
		}
		switch {
		case slot.class == transparentCaller, slot.class == primitiveCaller && !atomic:
		case slot.class == exemptCaller && r.exemption.off:
			return visibleCaller
		default:
			return slot.class
		}
	}
	return visibleCaller
}

// hookExempt is asked by sync.Once, which runs Go's own code for exempt callers.
func hookExempt() bool {
	saved := cur
	cur = 0
	yes := rt.exempt()
	cur = saved
	return yes
}

// classify looks at the functions inlined at pc, innermost first.
func classify(pc uintptr) callerClass {
	frames := goruntime.CallersFrames([]uintptr{pc})
	class := transparentCaller
	for {
		f, more := frames.Next()
		switch c := classOf(packageOf(f.Function)); c {
		case transparentCaller:
		case primitiveCaller:
			class = c
		default:
			if class == primitiveCaller {
				return class
			}
			return c
		}
		if !more {
			return class
		}
	}
}

// classOf is the class of a package. Import paths of the standard library have no dot in their first element; so may those of a module that
// is not fetched from anywhere, which is why all of the path must be known to be the library's.
func classOf(pkg string) callerClass {
	switch {
	case primitives[pkg]:
		return primitiveCaller
	case transparent[pkg]:
		return transparentCaller
	case notExempt[pkg]:
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
