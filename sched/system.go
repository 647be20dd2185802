package sched

import (
	"heddle/sched/caller"
	"heddle/sched/hook"
	"heddle/sched/system"
)

// hookSystem is an operation on a file or on the environment: see package system. Open identifies the open file, 0 for none.
func hookSystem(how uint8, name string, open uintptr) {
	r := &rt
	group := system.Group(name)
	if r.events.callers.Visible&group != 0 {
		hookStep(uint8(system.How(how).Kind()), system.Object(group), nil, 0, 0)
		return
	}
	t := r.leave()
	t.await.Effect()
	if system.Conflicts(r.order.Detector, t.id, system.How(how), name, open) {
		r.doubts.Visible = caller.Join(r.doubts.Visible, group)
	}
	hook.Cur = t.g
}

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
