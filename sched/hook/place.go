package hook

import "unsafe"

// A Place is where a channel operation finds or puts its value: on the stack of the goroutine, which can move, or elsewhere.
type Place struct {
	P        unsafe.Pointer
	Distance uintptr // from the top of the stack of g; 0 when p is meant
	g        uintptr
}

func PlaceOf(p unsafe.Pointer, g uintptr) Place {
	if d := StackPlace(p); d != 0 {
		return Place{Distance: d, g: g}
	}
	return Place{P: p}
}

func (p Place) Pointer() unsafe.Pointer {
	if p.Distance != 0 {
		return StackAt(p.g, p.Distance)
	}
	return p.P
}
