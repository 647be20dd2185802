package sched

import (
	"unsafe"

	"heddle/sched/hook"
)

// maxOutput bounds what is kept of what one execution prints.
const maxOutput = 1 << 20

// hookOutput takes what a managed goroutine writes to standard output or standard error.
func hookOutput(b []byte) {
	saved := hook.Cur
	hook.Cur = 0
	if r := &rt; len(r.ending.output) < maxOutput {
		r.ending.output = append(r.ending.output, b...)
	}
	hook.Cur = saved
}

// private reports whether c belongs to the testing package and is no event.
func private(r *runtime, c unsafe.Pointer) bool {
	return c != nil && uintptr(c) == r.events.private
}
