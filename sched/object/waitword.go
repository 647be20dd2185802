package object

import (
	"unsafe"

	"heddle/model"
)

// WaitWord returns an address that identifies thread t in the WaitGroup at wg, for the race detector. There is no memory at such
// addresses.
func WaitWord(wg unsafe.Pointer, t model.Thread) uintptr {
	return waitWords | uintptr(wg)<<waitBits | uintptr(t)<<3&(1<<waitBits-1)
}

// AllWaitWords returns an address that is the same for all threads, in place of one that WaitWord has returned.
func AllWaitWords(word uintptr) uintptr { return word &^ (1<<waitBits - 1) }

// CountWord is like WaitWord, for the WaitGroup as a whole.
func CountWord(wg unsafe.Pointer) uintptr { return countWords | uintptr(wg)<<waitBits }

const (
	waitWords  = 1 << 63
	countWords = waitWords | 1<<61
	waitBits   = 12
)

// OriginOfWord returns the origin of the word at addr. If WaitWord returned addr, it is the origin of the WaitGroup and place is the
// thread's, from 1; else place is 0.
func (o *Set) OriginOfWord(addr uintptr) (from Origin, place int32) {
	if wg, place, ok := waitWordOf(addr); ok {
		return o.Made.Origin(wg), place
	}
	return o.Made.Origin(addr), 0
}

// waitWordOf returns the WaitGroup, and the thread's place in it, for which WaitWord returned addr; false if it did not return addr.
func waitWordOf(addr uintptr) (wg uintptr, place int32, ok bool) {
	return addr &^ waitWords >> waitBits, int32(addr&(1<<waitBits-1)) + 1, addr&waitWords != 0
}
