package caller

import (
	goruntime "runtime"
	"strconv"

	"heddle/sched/frames"
	"heddle/sched/hook"
)

// A Places names the places in a program that call primitives. The zero value is ready to use.
type Places struct {
	names map[uintptr]string // by return address; empty for those in the code of primitives
}

// Name returns the function and the line that call the primitive whose hook runs, such as "example.org/cache.(*Cache).Get:31".
func (x *Places) Name() string {
	var pcs [12]uintptr
	n := hook.CallerPCs(pcs[:])
	for _, pc := range pcs[:n] {
		if name := x.at(pc); name != "" {
			return name
		}
	}
	return "?"
}

func (x *Places) at(pc uintptr) string {
	name, known := x.names[pc]
	if known {
		return name
	}
	var pcs [32]uintptr
	list := goruntime.CallersFrames(pcs[:hook.InlinedAt(pc, pcs[:])])
	for more := true; more && name == ""; {
		var f goruntime.Frame
		if f, more = list.Next(); f.Function != "" && !frames.Transparent(frames.Package(f.Function)) {
			name = f.Function + ":" + strconv.Itoa(f.Line)
		}
	}
	if x.names == nil {
		x.names = map[uintptr]string{}
	}
	x.names[pc] = name
	return name
}
