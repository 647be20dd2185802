// Package caller finds out who called a primitive, which decides whether the operation is an event.
//
// Exempt operations are no events. The standard library takes locks and fills caches for its own output and laziness: two goroutines
// that log do not interact. So operations on locks, Onces, sync.Maps, atomic variables and the clock are exempt when they come from the
// packages listed here. If one of them would block, the whole exploration starts again without exemption.
package caller

import (
	goruntime "runtime"
	"strings"

	"heddle/model"
	"heddle/sched/frames"
	"heddle/sched/hook"
)

// exemptPackages are the exempt packages, with all below them.
var exemptPackages = []string{
	"testing", "log", "fmt", "reflect", "encoding", "regexp", "os", "math", "internal", "errors", "bytes", "strings", "bufio", "sort",
	"strconv", "unicode", "path", "text", "html", "mime", "hash", "compress", "crypto", "go", "image", "syscall", "time", "unique",
	"slices", "maps", "iter", "embed", "flag", "debug", "archive", "container",
}

// notExempt are packages below an exempt one that are not exempt: a program can observe the order of their operations.
var notExempt = map[string]bool{"os/signal": true, "os/exec": true, "testing/iotest": true, "testing/synctest": true}

// A Class is the kind of caller that an operation has.
type Class uint8

const (
	transparent Class = iota
	insideMap         // the code of sync.Map
	Primitive         // the code of any primitive: its operations are no events
	Exempt            // an exempt package
	Visible           // any other: its operations are events
)

// Callers classifies callers. It remembers what it has found out about return addresses.
type Callers struct {
	Off   bool               // no package is exempt
	sites [maxSites]callSite // an open-addressing table by pc; a search reads a few slots only
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
	// primitive says that a function of a package of primitives is inlined there, further in than the function that class is of.
	primitive bool
}

// Class returns the class of the caller of the primitive whose hook runs, for an operation of this kind. An atomic operation may be part of
// a primitive. So may any operation in the code of sync.Map, whose methods are gates themselves.
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

// site returns what is known of pc.
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
	x.sites[i] = classify(pc) // if all slots read are taken, the last is overwritten
	return &x.sites[i]
}

// classify examines the functions inlined at pc, innermost first.
func classify(pc uintptr) callSite {
	var pcs [32]uintptr
	n := hook.InlinedAt(pc, pcs[:])
	site := callSite{pc: pc}
	list := goruntime.CallersFrames(pcs[:n])
	for n > 0 {
		f, more := list.Next()
		if strings.HasSuffix(f.Function, "-fm") {
			// A method value: its caller got it from the program, as in t.Cleanup(mu.Unlock).
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

// classOf returns the class of a function of a package. That an import path has no dot in its first element does not make it the
// standard library's: a local module's may have none either. So the first element must be one that is listed.
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
