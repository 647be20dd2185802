package share

import (
	"syscall"
	"time"
	"unsafe"
)

// WakeAt makes the system wake this process at t if it is stopped then: a test can stop it. The caller must call cancel.
func WakeAt(t time.Time) (cancel func()) {
	const monotonic = 1 // CLOCK_MONOTONIC
	// These are struct sigevent, whose first member is a value for the handler, and struct itimerspec.
	event := struct {
		value          uintptr
		signal, notify int32
		_              [48]byte
	}{signal: int32(syscall.SIGCONT)}
	setting := struct{ interval, value syscall.Timespec }{value: syscall.NsecToTimespec(int64(max(time.Until(t), 1)))}
	var timer int32
	if _, _, err := syscall.Syscall(syscall.SYS_TIMER_CREATE, monotonic, uintptr(unsafe.Pointer(&event)), uintptr(unsafe.Pointer(&timer))); err != 0 {
		return func() {}
	}
	_, _, _ = syscall.Syscall6(syscall.SYS_TIMER_SETTIME, uintptr(timer), 0, uintptr(unsafe.Pointer(&setting)), 0, 0, 0)
	return func() { _, _, _ = syscall.Syscall(syscall.SYS_TIMER_DELETE, uintptr(timer), 0, 0) }
}
