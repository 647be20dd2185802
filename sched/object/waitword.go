package object

import (
	"unsafe"

	"heddle/model"
)

// WaitWord is the address of the word of t in the WaitGroup at wg. There is no memory at such addresses.
func WaitWord(wg unsafe.Pointer, t model.Thread) uintptr {
	return waitWords | uintptr(wg)<<waitBits | uintptr(t)<<3&(1<<waitBits-1)
}

const (
	waitWords = 1 << 63
	waitBits  = 12
)

// OriginOfWord is the origin of the word at addr; place is not 0 for what WaitWord returned.
func (o *Set) OriginOfWord(addr uintptr) (from Origin, place int32) {
	if wg, place, ok := waitWordOf(addr); ok {
		return o.Made.Origin(wg), place
	}
	return o.Made.Origin(addr), 0
}

// waitWordOf is the WaitGroup, and the place in it, of what WaitWord returned; false if it did not return addr.
func waitWordOf(addr uintptr) (wg uintptr, place int32, ok bool) {
	return addr &^ waitWords >> waitBits, int32(addr&(1<<waitBits-1)) + 1, addr&waitWords != 0
}
