// Package frames resolves return addresses: to the frames of the program, for reports, and to the packages that functions are in. The
// engine's own frames are hidden, and so are those of the primitives above the program.
package frames

import (
	"path"
	goruntime "runtime"
	"strings"

	"heddle/result"
	"heddle/sched/hook"
)

// Function returns the name of the function that begins at entry.
func Function(entry uintptr) string {
	if f := goruntime.FuncForPC(entry); f != nil {
		return f.Name()
	}
	return "?"
}

// Resolve returns the frames of the program at these return addresses, innermost first.
func Resolve(pcs []uintptr) []result.Frame {
	if len(pcs) == 0 {
		return nil
	}
	var list []result.Frame
	frames := goruntime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		if f.Function != "" && !hidden(&f, len(list) == 0) {
			list = append(list, result.Frame{Func: f.Function, File: f.File, Line: f.Line})
		}
		if !more {
			return list
		}
	}
}

// hidden reports whether a frame is hidden: the engine's are, and above all others (top) those of the runtime and the primitives.
func hidden(f *goruntime.Frame, top bool) bool {
	function, pkg := f.Function, Package(f.Function)
	if Engine(pkg) || pkg == "heddle/agent" || function == "testing.tRunner" || function == "runtime.corostart" || function == "runtime.goexit" {
		return true
	}
	if strings.Contains(function[len(pkg):], "eddle") && strings.HasPrefix(path.Base(f.File), "heddle") {
		return true // it is in a file that was added to the standard library
	}
	return top && (Transparent(pkg) || Primitives[pkg] || deciding[pkg] || pkg == "testing" || pkg == "internal/poll")
}

// Transparent reports whether functions of the package can be between a primitive and the code that uses it.
func Transparent(pkg string) bool { return transparent[pkg] || Engine(pkg) }

// Engine reports whether the package is sched or one below it.
func Engine(pkg string) bool { return pkg == "heddle/sched" || strings.HasPrefix(pkg, "heddle/sched/") }

// transparent are the transparent packages that are not the engine's.
var transparent = map[string]bool{"runtime": true, "weak": true, "sync/atomic": true, "internal/runtime/atomic": true,
	"sync": true, "internal/sync": true, "time": true}

// deciding are the packages that ask the engine to decide in place of chance.
var deciding = map[string]bool{"math/rand": true, "math/rand/v2": true, "internal/runtime/maps": true}

// Primitives are the transparent packages whose atomic operations are part of a primitive.
var Primitives = map[string]bool{"sync": true, "internal/sync": true, "time": true}

// Package returns the import path in a function's name.
func Package(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return function
	}
	return function[:slash+dot]
}

// Fails reports whether the program calls t.Fail, by the stack of that call. Package testing itself does so for a test that panicked or
// called runtime.Goexit, before it panics again. And t.Fail first calls that of the parent.
func Fails(stack []uintptr) bool {
	frames := goruntime.CallersFrames(stack)
	calls := 0
	for {
		f, more := frames.Next()
		switch pkg := Package(f.Function); {
		case strings.HasPrefix(f.Function, "testing.tRunner.func"):
			return false
		case f.Function == "testing.(*common).Fail":
			calls++
		case Engine(pkg), f.Function == "testing.heddleFail":
		default:
			return calls == 1
		}
		if !more {
			return calls == 1
		}
	}
}

// FailsNow reports whether t.FailNow calls t.Fail, by the stack of that call: then it ends its goroutine.
func FailsNow(stack []uintptr) bool {
	frames := goruntime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if f.Function == "testing.(*common).FailNow" {
			return true
		}
		if pkg := Package(f.Function); !more || !Engine(pkg) && pkg != "testing" {
			return false
		}
	}
}

// FromPanic returns the part of a stack that is below its first panic: what called panic.
func FromPanic(pcs []uintptr) []uintptr {
	last := -1
	for i, pc := range pcs {
		if f := goruntime.FuncForPC(pc - 1); f != nil && f.Name() == "runtime.gopanic" {
			last = i
		}
	}
	return pcs[last+1:]
}

// root is the directory of the standard library's sources, with a slash at its end.
var root = func() string {
	f := goruntime.FuncForPC(hook.Entry(goruntime.GC))
	file, _ := f.FileLine(f.Entry())
	return strings.TrimSuffix(file, "runtime/mgc.go")
}()

// Std reports whether the frame is in the standard library. If the files' names are trimmed (-trimpath), its packages are those without a
// dot in their first element.
func Std(f result.Frame) bool {
	_, ok := StdFile(f.File)
	return ok
}

// StdFile returns the name of a file of the standard library below its directory of sources, and whether it is one: see Std.
func StdFile(file string) (name string, ok bool) {
	if root == "" {
		first, _, _ := strings.Cut(file, "/")
		return file, !strings.Contains(first, ".")
	}
	return strings.CutPrefix(file, root)
}

// User returns the innermost frame that is not in the standard library; the innermost one if there is no such frame.
func User(list []result.Frame) (user result.Frame) {
	for i, f := range list {
		if !Std(f) {
			return f
		}
		if i == 0 {
			user = f
		}
	}
	return user
}

// Called returns the function of the standard library that the program has called, by the stack of a call of a primitive.
func Called(pcs []uintptr) (function string) {
	frames := goruntime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var f goruntime.Frame
		f, more = frames.Next()
		switch pkg := Package(f.Function); {
		case Engine(pkg), pkg == "runtime":
		case !Std(result.Frame{File: f.File}):
			return function
		default:
			function = f.Function
		}
	}
	return function
}

// Short returns the name of a function without the directories of its package: "bank.Transfer".
func Short(function string) string {
	head := function
	if i := strings.IndexAny(head, "[("); i >= 0 {
		head = head[:i]
	}
	return function[strings.LastIndexByte(head, '/')+1:]
}
