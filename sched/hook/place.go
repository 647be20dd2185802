package hook

import "unsafe"

// A Place is the variable that a channel operation reads or writes. It may be on the stack of its goroutine, which can move.
type Place struct {
	P        unsafe.Pointer // the address, unless it is on the stack
	Distance uintptr        // from the top of the stack of g; 0 when it is not on the stack
	g        uintptr
}

// PlaceOf returns the place at p for g, the calling goroutine.
func PlaceOf(p unsafe.Pointer, g uintptr) Place {
	if d := StackPlace(p); d != 0 {
		return Place{Distance: d, g: g}
	}
	return Place{P: p}
}

// Pointer returns the address of the place now.
func (p Place) Pointer() unsafe.Pointer {
	if p.Distance != 0 {
		return StackAt(p.g, p.Distance)
	}
	return p.P
}
