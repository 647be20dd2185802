// Package caller finds out who called a primitive, which decides whether the operation is an event.
//
// Exempt operations are no events. The standard library takes locks and fills caches for its own output and laziness: two goroutines
// that log do not interact. So operations on locks, Onces, sync.Maps, atomic variables and the clock are exempt when they come from the
// packages listed here. They order nothing. If one of them would block, or is all that orders two conflicting accesses, the whole
// exploration starts again, and the operations of its group of packages are events.
package caller

import (
	goruntime "runtime"
	"slices"
	"strings"

	"heddle/model"
	"heddle/sched/frames"
	"heddle/sched/hook"
)

// groups are the exempt packages, with all below them. Packages that use the same locks are in one group.
var groups = [...]string{
	"testing", "log", "fmt", "reflect", "encoding", "regexp", "os syscall internal", "math", "errors", "bytes", "strings", "bufio", "sort",
	"strconv", "unicode", "path", "text", "html", "mime", "hash", "compress", "crypto", "go", "image", "unique",
	"slices", "maps", "iter", "embed", "flag", "debug", "archive", "container",
}

// Groups is a set of groups of exempt packages.
type Groups uint64

// Testing is the group of package testing.
const Testing Groups = 1

// Log is the group of package log. Its atomic variables are what its lines begin with.
const Log Groups = 2

// Groups that are no packages: operations on files and on the environment (package system).
const (
	Files Groups = 1 << (len(groups) + iota)
	Environment
)

// All is the set of all groups of packages.
const All = Groups(1)<<len(groups) - 1

// names returns the names of the packages of each group.
var names = func() (list [][]string) {
	for _, packages := range groups {
		list = append(list, strings.Fields(packages))
	}
	return append(list, []string{"(files)"}, []string{"(environment)"})
}()

// String lists the first package of each group, separated by blanks.
func (g Groups) String() string {
	var list []string
	for i := range names {
		if g&(1<<i) != 0 {
			list = append(list, names[i][0])
		}
	}
	return strings.Join(list, " ")
}

// Parse returns the groups of the packages in a list like that of String. Other words are ignored.
func Parse(list string) Groups {
	g := Groups(0)
	for _, name := range strings.Fields(list) {
		g |= groupOf(name)
	}
	return g
}

// Join adds groups to a list.
func Join(list string, g Groups) string { return (Parse(list) | g).String() }

// groupOf returns the group of the package with this name, or none.
func groupOf(name string) Groups {
	for i := range names {
		if slices.Contains(names[i], name) {
			return 1 << i
		}
	}
	return 0
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
	Visible Groups             // those that are not exempt
	sites   [maxSites]callSite // an open-addressing table by pc; a search reads a few slots only
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
	// group is that of an exempt function.
	group Groups
	// library says that the function that contains the others is the standard library's; generic, that it is generic as well; between, that
	// it is between a memory hook and the code that accesses memory.
	library, generic, between bool
	// program says that the function that contains the others is one whose operations are events, although one that is inlined there is exempt.
	program bool
	// prints says that the innermost function is one of fmt's with which package testing reads what the program logs.
	prints bool
	// primitive says that a function of a package of primitives is inlined there, further in than the function that class is of.
	primitive bool
}

// Class returns the class of the caller of the primitive whose hook runs, for an operation of this kind, and of an exempt caller its group.
// An atomic operation may be part of a primitive. So may any operation in the code of sync.Map, whose methods are gates themselves. The
// caller of Class and the other engine-1 functions that call it are the engine's; none of them may be inlined.
//
//go:noinline
func (x *Callers) Class(kind model.Kind, engine int) (Class, Groups) {
	w, ok := x.walkKnown(hook.Frame(), engine, kind)
	if ok && !hook.Stress {
		return w.class, w.group
	}
	slow := walk{kind: kind}
	var pcs [depth]uintptr
	n, more := hook.CallerPCs(pcs[:]), true
	for i := 0; i < n && more; i++ {
		more = !slow.meets(x.site(pcs[i]), x.Visible)
	}
	if more {
		slow.end()
	}
	if ok && w != slow {
		panic("sched: caller: the frames of the stack say something else than its return addresses")
	}
	return slow.class, slow.group
}

// depth is how many frames Class looks at.
const depth = 12

// walkKnown is Class for callers that are all known, from those of the function with this frame on. It reports false if one is not. It reads
// the stack where it lies, which must not move meanwhile: so it grows none.
//
//go:nosplit
func (x *Callers) walkKnown(frame uintptr, engine int, kind model.Kind) (w walk, ok bool) {
	w.kind = kind
	for ; engine > 0 && frame != 0; engine-- {
		frame = *hook.At[uintptr](frame)
	}
	for range depth - 1 {
		if frame == 0 {
			return w, false
		}
		pc := *hook.At[uintptr](frame + hook.WordSize)
		frame = *hook.At[uintptr](frame)
		s := &x.sites[start(pc)]
		if s.pc != pc {
			return w, false
		}
		if w.meets(s, x.Visible) {
			return w, true
		}
	}
	return w, false
}

// A walk goes through callers, innermost first, until it knows the class.
type walk struct {
	kind  model.Kind
	part  bool // the operation is a part of a primitive
	class Class
	group Groups
}

// meets is the next step. It reports whether it is the last.
//
//go:nosplit
func (w *walk) meets(site *callSite, visible Groups) (done bool) {
	switch {
	case site.primitive && w.kind <= model.CAS:
		w.part = true
	case site.class == insideMap && w.kind != model.MapRead && w.kind != model.MapWrite:
		w.part = true
	}
	switch {
	case site.class == transparent, site.class == insideMap:
		return false
	case w.part:
		w.class, w.group = Primitive, site.group
	case site.group&visible != 0:
		w.class = Visible
	default:
		w.class, w.group = site.class, site.group
	}
	return true
}

// end is the last step if there are no more callers.
func (w *walk) end() {
	w.class = Visible
	if w.part {
		w.class = Primitive
	}
}

// Exempt reports whether the caller of the hook that runs is exempt.
func (x *Callers) Exempt() bool {
	class, _ := x.Class(model.Now, 1)
	return class == Exempt
}

// Program reports whether the function of package runtime or weak whose hook runs is called by the program, and not by the standard
// library.
func Program() bool {
	var pcs [16]uintptr
	list := goruntime.CallersFrames(pcs[:hook.CallerPCs(pcs[:])])
	for {
		f, more := list.Next()
		function, _, _ := strings.Cut(f.Function, "[") // without type arguments
		if pkg := frames.Package(function); !frames.Engine(pkg) && pkg != "runtime" && pkg != "weak" {
			_, std := frames.StdFile(f.File)
			return !std
		}
		if !more {
			return false
		}
	}
}

// Own reports whether the access whose hook runs is one of package testing to its own memory, which has the log of the test: the order of
// what is logged is not judged. It may make the access through other packages, but for the functions of fmt that read what the program logs.
func (x *Callers) Own() bool {
	var pcs [24]uintptr
	for _, pc := range pcs[:hook.CallerPCs(pcs[:])] {
		switch site := x.site(pc); {
		case site.class == transparent || site.class == insideMap:
		case site.program || site.class != Exempt || site.prints || site.group&x.Visible != 0:
			return false
		case site.group == Testing:
			return true
		}
	}
	return false
}

// Library reports whether the standard library makes the access of memory whose hook runs. What a generic function of the
// library does, its caller does: between a gate and the library's own operation nothing else may go on.
func (x *Callers) Library() bool {
	var pcs [12]uintptr
	n := hook.CallerPCs(pcs[:])
	for _, pc := range pcs[:n] {
		if site := x.site(pc); !site.between && !site.generic {
			return site.library
		}
	}
	return false
}

// memory are the packages that call the memory hooks on behalf of compiled code.
var memory = map[string]bool{"runtime": true, "internal/runtime/maps": true, "internal/race": true}

// start is the slot in which the search for pc begins.
func start(pc uintptr) uint64 { return uint64(pc) * 0x9e3779b97f4a7c15 >> (64 - siteBits) }

// site returns what is known of pc.
func (x *Callers) site(pc uintptr) *callSite {
	i := start(pc)
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
	outer, _ := goruntime.CallersFrames(pcs[max(n-1, 0):n]).Next()
	pkg := frames.Package(outer.Function)
	site.between = memory[pkg] || frames.Engine(pkg)
	class, _ := classOf(pkg, outer.Function)
	site.program = class == Visible
	_, site.library = frames.StdFile(outer.File)
	site.generic = site.library && strings.Contains(outer.Function, "[")
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
		site.prints = strings.HasPrefix(function, "fmt.Sprint")
		if site.class, site.group = classOf(pkg, function); site.class != transparent || !more {
			break
		}
	}
	return site
}

// classOf returns the class of a function of a package, and of an exempt one its group. That an import path has no dot in its first element does not make it the
// standard library's: a local module's may have none either. So the first element must be one that is listed.
func classOf(pkg, function string) (Class, Groups) {
	switch {
	case strings.HasPrefix(function, "sync.(*Map)"), pkg == "internal/sync" && !strings.HasPrefix(function, "internal/sync.(*Mutex)"):
		return insideMap, 0
	case frames.Transparent(pkg):
		return transparent, 0
	case notExempt[pkg]:
		return Visible, 0
	}
	root, _, _ := strings.Cut(pkg, "/")
	if g := groupOf(root); g != 0 {
		return Exempt, g
	}
	return Visible, 0
}
