package hook

import "unsafe"

// A Slot is where a goroutine is parked, as a coroutine. The goroutine that switches to it is parked in its own slot in turn.
type Slot struct{ coro unsafe.Pointer }

// Start parks a new goroutine in s, which runs f when it is switched to. A panic of f ends the process.
func (s *Slot) Start(f func()) {
	s.coro = NewCoro(func(unsafe.Pointer) {
		defer func() { Crash(recover()) }()
		f()
	})
}

// Switch parks the calling goroutine in s and resumes the one in to. It returns when another goroutine switches back.
func (s *Slot) Switch(to *Slot) {
	c := to.coro
	to.coro = nil
	s.coro = c
	CoroSwitch(c)
}

// Exit ends the calling goroutine without running its deferred calls, and resumes the one in s.
func (s *Slot) Exit() {
	c := s.coro
	s.coro = nil
	CoroExit(c)
}

// Grow makes room on the stack of the calling goroutine, so that it need not be moved in the middle of an execution: that costs time, more
// of it the deeper the stack is, and which call moves a stack would show in the rests on it, which are state. It is more than
// what the runtime makes when a function begins (heddleRoom).
//
//go:noinline
func Grow() byte {
	var room [48 << 10]byte
	return room[len(Allocations)%len(room)]
}
