package sched

import (
	"unsafe"

	"heddle/sched/hook"
)

// maxOutput bounds how much of the output of one execution is kept, in bytes.
const maxOutput = 1 << 20

// hookOutput is a write of a managed goroutine to standard output or standard error.
func hookOutput(b []byte) {
	saved := hook.Cur
	hook.Cur = 0
	if r := &rt; len(r.ending.output) < maxOutput {
		r.ending.output = append(r.ending.output, b...)
	}
	hook.Cur = saved
}

// private reports whether c is package testing's own channel, whose operations are no events.
func private(r *runtime, c unsafe.Pointer) bool {
	return c != nil && uintptr(c) == r.events.private
}
