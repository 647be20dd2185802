package pages

// Numbers are a stack of numbers, each greater than those before it: what is one of a great many lists, most of which are short. It takes a
// page only when it is longer than one. The zero value is an empty stack.
type Numbers struct {
	short []int32     // the first ones
	rest  List[int32] // those after size numbers
}

// Len is how many they are.
func (s *Numbers) Len() int32 { return int32(len(s.short)) + s.rest.Len() }

// At is number i, counted from 0.
func (s *Numbers) At(i int32) int32 {
	if i < size {
		return s.short[i]
	}
	return *s.rest.At(i - size)
}

// Push adds n.
func (s *Numbers) Push(n int32) {
	if len(s.short) == size {
		s.rest.Push(n)
	} else {
		s.short = Append(s.short, n)
	}
}

// Pop removes the greatest number.
func (s *Numbers) Pop() { s.Truncate(s.Len() - 1) }

// Truncate removes all but the first n numbers.
func (s *Numbers) Truncate(n int32) {
	s.rest.Truncate(max(0, n-size))
	s.short = s.short[:min(n, int32(len(s.short)))]
}

// Search is how many are less than n.
func (s *Numbers) Search(n int32) int32 {
	from, to := int32(0), s.Len()
	for from < to {
		if middle := (from + to) / 2; s.At(middle) < n {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}
