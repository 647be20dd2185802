package caller

import (
	goruntime "runtime"
	"strings"

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

type Class uint8

const (
	transparent Class = iota
	insideMap         // the inside of sync.Map
	Primitive         // the inside of any primitive
	Exempt
	Visible
)

// Callers remembers what is known of return addresses.
type Callers struct {
	Off   bool               // nobody is
	sites [maxSites]callSite // an open-addressing table by pc, in which a search looks at few places
}

const (
	siteBits = 12
	maxSites = 1 << siteBits
)

// A callSite is what is known of a return address.
type callSite struct {
	pc uintptr
	// class is that of the innermost function at pc, inlined ones included, that is not transparent.
	class Class
	// primitive says that a function of one of primitives stands at pc, further in than the one that class is of.
	primitive bool
}

// Class finds out who called the primitive whose hook runs. An atomic operation may be a primitive's own, and so may be any operation of a
// sync.Map, whose methods are gates themselves.
func (x *Callers) Class(kind model.Kind) Class {
	var pcs [12]uintptr
	n := hook.CallerPCs(pcs[:])
	for _, pc := range pcs[:n] {
		site := x.site(pc)
		switch {
		case site.primitive && kind <= model.CAS:
			return Primitive
		case site.class == transparent:
		case site.class == insideMap:
			if kind != model.MapRead && kind != model.MapWrite {
				return Primitive
			}
		case site.class == Exempt && x.Off:
			return Visible
		default:
			return site.class
		}
	}
	return Visible
}

// site is what is known of pc.
func (x *Callers) site(pc uintptr) *callSite {
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

// classify looks at the functions inlined at pc, innermost first.
func classify(pc uintptr) callSite {
	var pcs [32]uintptr
	n := hook.InlinedAt(pc, pcs[:])
	site := callSite{pc: pc}
	list := goruntime.CallersFrames(pcs[:n])
	for n > 0 {
		f, more := list.Next()
		if strings.HasSuffix(f.Function, "-fm") {
			// A method value: whoever calls it got it from the program, as in t.Cleanup(mu.Unlock).
			site.class = Visible
			break
		}
		function, _, _ := strings.Cut(f.Function, "[") // without type arguments
		pkg := frames.Package(function)
		site.primitive = site.primitive || frames.Primitives[pkg]
		if site.class = classOf(pkg, function); site.class != transparent || !more {
			break
		}
	}
	return site
}

// classOf is the class of a package. Import paths of the standard library have no dot in their first element; so may those of a module that
// is not fetched from anywhere, which is why all of the path must be known to be the library's.
func classOf(pkg, function string) Class {
	switch {
	case strings.HasPrefix(function, "sync.(*Map)"), pkg == "internal/sync" && !strings.HasPrefix(function, "internal/sync.(*Mutex)"):
		return insideMap
	case frames.Transparent(pkg):
		return transparent
	case notExempt[pkg]:
		return Visible
	}
	root, _, _ := strings.Cut(pkg, "/")
	for _, p := range exemptPackages {
		if root == p {
			return Exempt
		}
	}
	return Visible
}
