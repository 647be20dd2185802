package hook

import "unsafe"

// Load reads the word at addr, which must be valid memory.
func Load(addr uintptr) uintptr { return *At[uintptr](addr) }

// At is the T at addr, which must be valid memory.
func At[T any](addr uintptr) *T { return *(**T)(unsafe.Pointer(&addr)) }

const WordSize = 8 // 64-bit machines only

// Entry is the address of the function f.
func Entry[F any](f F) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }
