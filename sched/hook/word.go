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
