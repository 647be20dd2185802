package chance

import (
	"cmp"
	"path"
	goruntime "runtime"
	"slices"
	"strings"

	"heddle/result"
	"heddle/sched/frames"
	"heddle/sched/hook"
)

// Uses are the uses of chance in all executions of a program.
type Uses struct {
	Shared Pools // in the running execution: the sync.Pools that are explored
	Noted  int   // how often the program has used chance

	explored []string // words of -choices
	list     []use
	sites    map[uintptr]*site
}

// A use is one place of the program that uses one source.
type use struct {
	site    *site
	source  Source
	open    bool // it was not explored
	sampled bool // it was explored in part
}

// A site is what is known of a return address.
type site struct {
	class    class
	function string       // the outermost function there that hands chance on
	gathers  bool         // how a stream is divided does not matter to a function there
	frame    result.Frame // the program's, if it is the program's
}

type class uint8

const (
	hands   class = iota // hands on what chance decided
	library              // another part of the standard library: its results do not depend on it
	program
)

// New returns Uses of which those named by these words of -choices are explored.
func New(explored []string) Uses { return Uses{explored: explored, sites: map[uintptr]*site{}} }

// note adds a use, or what is new about it.
func (u *Uses) note(s *site, source Source, p Plan) {
	u.Noted++
	for i := range u.list {
		if x := &u.list[i]; x.site == s && x.source == source {
			x.open = x.open || p.N == 0
			x.sampled = x.sampled || p.sampled
			return
		}
	}
	u.list = append(u.list, use{s, source, p.N == 0, p.sampled})
}

// NoteMoment notes that the program makes a Moment, unless it is known that it does. It returns true.
func (u *Uses) NoteMoment() bool {
	if slices.ContainsFunc(u.list, func(x use) bool { return x.source == Moment }) {
		return true
	}
	if site := u.caller(Moment); site != nil {
		u.note(site, Moment, Plan{})
	}
	return true
}

// Measures reports whether it is the program that measures memory or time now, and notes that. What it finds are figures of code that is
// instrumented, of a heap that is not collected and of a clock that does not run.
func (u *Uses) Measures() bool {
	site := u.caller(Figure)
	if site != nil {
		u.note(site, Figure, Plan{})
	}
	return site != nil
}

// Open returns the uses that were not explored.
func (u *Uses) Open() []result.Chance {
	return u.those(func(x *use) bool { return x.open })
}

// Sampled returns the uses of which some values only were explored.
func (u *Uses) Sampled() []result.Chance {
	return u.those(func(x *use) bool { return x.sampled })
}

func (u *Uses) those(which func(*use) bool) (list []result.Chance) {
	for i := range u.list {
		if x := &u.list[i]; which(x) {
			list = append(list, result.Chance{What: x.what(), Where: []result.Frame{x.site.frame}})
		}
	}
	return list
}

// what names the use for people.
func (x *use) what() string {
	switch x.source {
	case Order, Next:
		return "the order of a map"
	case Item:
		return "the object of a sync.Pool"
	case Short:
		return "a read of the first byte only"
	case Moment:
		return "the collection of objects with finalizers, cleanups or weak pointers"
	case Figure:
		return "the figures of " + x.site.function
	}
	return x.site.function
}

// caller returns the place in the program that uses chance of this source now; nil if the standard library uses it for itself.
func (u *Uses) caller(source Source) *site {
	var pcs [32]uintptr
	n := hook.CallerPCs(pcs[:])
	function := ""
	for _, pc := range pcs[:n] {
		s := u.sites[pc]
		if s == nil {
			s = classify(pc)
			u.sites[pc] = s
		}
		switch s.class {
		case library:
			return nil
		case program:
			if s.function == "" {
				s.function = function
			}
			return s
		}
		if s.gathers && source == Short {
			return nil
		}
		function = cmp.Or(s.function, function)
	}
	return nil
}

// classify examines the functions inlined at pc, innermost first.
func classify(pc uintptr) *site {
	var pcs [32]uintptr
	s := new(site)
	list := goruntime.CallersFrames(pcs[:hook.InlinedAt(pc, pcs[:])])
	for {
		f, more := list.Next()
		function, _, _ := strings.Cut(f.Function, "[") // without type arguments
		file, std := frames.StdFile(f.File)
		switch {
		case handsOn(function):
			s.function = path.Base(strings.TrimSuffix(frames.Package(function), "/v2")) + function[len(frames.Package(function)):]
			s.gathers = s.gathers || slices.Contains(gathering, function)
			if !more {
				return s
			}
			continue
		case std && path.Dir(file) != frames.Package(function):
			// A function literal in a function of the library that is inlined: its name begins with that of the program's function.
			if !more {
				return s
			}
			continue
		case std:
			s.class = library
		default:
			s.class, s.frame = program, result.Frame{Func: f.Function, File: f.File, Line: f.Line}
		}
		return s
	}
}

// handing are the functions and packages (with a dot or slash at the end) of the standard library that hand on what chance decided.
var handing = []string{
	"runtime.", "weak.", "internal/runtime/", "internal/sync.", "heddle/", "sync.(*Pool)", "sync.(*Map)", "sync.heddle",
	"math/rand.", "math/rand/v2.", "hash/maphash.", "crypto/", "io.", "bufio.", "math/big.", "testing/quick.",
	"maps.Keys", "maps.Values", "maps.All", "maps.DeleteFunc", "maps.EqualFunc", "maps.Collect", "maps.Insert",
	"slices.Collect", "slices.AppendSeq", "slices.Insert", "slices.SortedFunc", "slices.SortedStableFunc", "slices.Chunk", "iter.",
	"reflect.(*MapIter)", "reflect.Value.MapKeys", "reflect.Value.MapRange", "reflect.Value.Seq", "reflect.mapiter", "reflect.map",
	"reflect.(*hiter)", "internal/poll.", "os.(*File)", "net.(*conn)", "net.(*netFD)",
	"testing.AllocsPerRun", "testing.Benchmark", "testing.heddleMeasured", "runtime/debug.ReadGCStats", "runtime/metrics.Read",
}

// gathering are the functions that read until they have all that they want, in however many parts it comes.
var gathering = []string{"io.ReadAtLeast", "io.ReadAll", "bufio.(*Reader).fill", "bufio.(*Scanner).Scan"}

func handsOn(function string) bool {
	for _, h := range handing {
		if strings.HasPrefix(function, h) {
			return true
		}
	}
	return false
}
