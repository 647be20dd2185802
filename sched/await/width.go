package await

// Width returns the size of an access at addr, of which the hook knows that size: 0 if the variable is not a struct or an array. The
// type of its allocation says whether it has several words, as a slice or a string. It is 0 if that is not known either.
func (s *Set) Width(addr, size uintptr) uintptr {
	if size == 0 && s.On {
		return s.Made.Width(addr)
	}
	return size
}
