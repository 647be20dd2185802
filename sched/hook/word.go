package hook

import "unsafe"

// Load reads the word at addr, which must be valid memory.
func Load(addr uintptr) uintptr { return *At[uintptr](addr) }

// At returns the T at addr, which must be valid memory.
func At[T any](addr uintptr) *T { return *(**T)(unsafe.Pointer(&addr)) }

// WordSize is the size of a word in bytes. Heddle runs on 64-bit machines only.
const WordSize = 8

// Entry returns the address of the code of the function f.
func Entry[F any](f F) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }

// Integer reads an integer of 4 or 8 bytes.
func Integer(p unsafe.Pointer, size uintptr) int64 {
	if size == 4 {
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

// Pointer returns addr as a pointer.
func Pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }
