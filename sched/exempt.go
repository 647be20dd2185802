package sched

import (
	goruntime "runtime"
	"strings"
	"unsafe"

	"heddle/model"
	"heddle/sched/frames"
	"heddle/sched/hook"
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

// notExempt are packages below an exempt one whose order a program can observe.
var notExempt = map[string]bool{"os/signal": true, "os/exec": true, "testing/iotest": true, "testing/synctest": true}

type callerClass uint8

const (
	transparentCaller callerClass = iota
	mapCaller                     // the inside of sync.Map
	primitiveCaller               // the inside of any primitive
	exemptCaller
	visibleCaller
)

type exemption struct {
	off       bool
	contended bool
	sites     [maxSites]callSite // an open-addressing table by pc, in which a search looks at few places
}

const (
	siteBits = 12
	maxSites = 1 << siteBits
)

// A callSite is what is known of a return address.
type callSite struct {
	pc uintptr
	// class is that of the innermost function at pc, inlined ones included, that is not transparent.
	class callerClass
	// primitive says that a function of one of primitives stands at pc, further in than the one that class is of.
	primitive bool
}

// invisible reports whether the operation is exempt, and has been done as far as the engine is concerned.
func (r *runtime) invisible(t *thread, kind model.Kind, addr, where unsafe.Pointer, arg int64) bool {
	class := r.caller(kind)
	if class != exemptCaller && class != primitiveCaller {
		return false
	}
	t.addr, t.where = addr, where
	t.op = model.Op{Kind: kind, Obj: r.objects.hidden(uintptr(addr)), Clock: model.NoObject, Arg: arg}
	m := &gates[kind]
	if m.enabled != nil && !m.enabled(t) {
		r.exemption.contended = true
		return false
	}
	if m.take != nil {
		m.take(r, t, model.Choice{})
	}
	return true
}

// exempt reports whether the hook that runs was called from an exempt package.
func (r *runtime) exempt() bool { return r.caller(model.Now) == exemptCaller }

// caller finds out who called the primitive whose hook runs. An atomic operation may be a primitive's own, and so may be any operation of a
// sync.Map, whose methods are gates themselves.
func (r *runtime) caller(kind model.Kind) callerClass {
	var pcs [12]uintptr
	n := hook.CallerPCs(pcs[:])
	for _, pc := range pcs[:n] {
		site := r.exemption.site(pc)
		switch {
		case site.primitive && kind <= model.CAS:
			return primitiveCaller
		case site.class == transparentCaller:
		case site.class == mapCaller:
			if kind != model.MapRead && kind != model.MapWrite {
				return primitiveCaller
			}
		case site.class == exemptCaller && r.exemption.off:
			return visibleCaller
		default:
			return site.class
		}
	}
	return visibleCaller
}

// site is what is known of pc.
func (x *exemption) site(pc uintptr) *callSite {
	i := uint64(pc) * 0x9e3779b97f4a7c15 >> (64 - siteBits)
	for range 8 {
		s := &x.sites[i]
		if s.pc == pc {
			return s
		}
		if s.pc == 0 {
			break
		}
		i = (i + 1) & (maxSites - 1)
	}
	x.sites[i] = classify(pc) // where all places are taken, one of them is lost
	return &x.sites[i]
}

// hookExempt is asked by sync.Once, which runs Go's own code for exempt callers.
func hookExempt() bool {
	saved := hook.Cur
	hook.Cur = 0
	yes := rt.exempt()
	hook.Cur = saved
	return yes
}

// classify looks at the functions inlined at pc, innermost first.
func classify(pc uintptr) callSite {
	var pcs [32]uintptr
	n := hook.InlinedAt(pc, pcs[:])
	site := callSite{pc: pc}
	frames := goruntime.CallersFrames(pcs[:n])
	for n > 0 {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, "-fm") {
			// A method value: whoever calls it got it from the program, as in t.Cleanup(mu.Unlock).
			site.class = visibleCaller
			break
		}
		function, _, _ := strings.Cut(f.Function, "[") // without type arguments
		pkg := frames.Package(function)
		site.primitive = site.primitive || frames.Primitives[pkg]
		if site.class = classOf(pkg, function); site.class != transparentCaller || !more {
			break
		}
	}
	return site
}

// classOf is the class of a package. Import paths of the standard library have no dot in their first element; so may those of a module that
// is not fetched from anywhere, which is why all of the path must be known to be the library's.
func classOf(pkg, function string) callerClass {
	switch {
	case strings.HasPrefix(function, "sync.(*Map)"), pkg == "internal/sync" && !strings.HasPrefix(function, "internal/sync.(*Mutex)"):
		return mapCaller
	case frames.Transparent(pkg):
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
