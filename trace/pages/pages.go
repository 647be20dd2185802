// Package pages has a list that grows without being copied. An execution can have a million steps, and the garbage collector is off
// while it runs: a slice that grows by append leaves four times its size behind.
package pages

import "unsafe"

// Append is append for a slice that may become long: it leaves no more behind than the slice takes.
func Append[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		s = append(make([]T, 0, max(8, 2*cap(s))), s...)
	}
	return append(s, v)
}

// size is the length of most pages, a power of two.
const (
	shift = 9
	size  = 1 << shift
)

// A List is a stack of values, numbered from 0. Values stay where they are: pointers to them, and slices of them, are valid until Truncate
// removes them. The zero value is an empty list.
type List[T any] struct {
	first unsafe.Pointer // to pages[0]
	pages []*[size]T
	rest  []int32 // by page: the number of values from its beginning to the end of its block
	n     int32
}

// Len is the number of values.
func (l *List[T]) Len() int32 { return l.n }

// At is value i. That it has a page is not checked: this is where an exploration spends most of its time.
func (l *List[T]) At(i int32) *T {
	return &(*(**[size]T)(unsafe.Add(l.first, uint32(i)>>shift*8)))[uint32(i)%size]
}

// Last is the newest value. There must be one.
func (l *List[T]) Last() *T { return l.At(l.n - 1) }

// Slice is the n values from number from on. They must be in one block, as those that Extend has added are.
func (l *List[T]) Slice(from, n int32) []T {
	if n == 0 {
		return nil
	}
	return unsafe.Slice(l.At(from), n)
}

// Push adds v.
func (l *List[T]) Push(v T) { *l.Add() = v }

// Add adds a value, whatever it is.
func (l *List[T]) Add() *T {
	if int(l.n)>>shift == len(l.pages) {
		l.grow(1)
	}
	l.n++
	return l.Last()
}

// Extend adds n values, whatever they are, and returns the number of the first. They lie in one block: those before it may be unused.
func (l *List[T]) Extend(n int) (from int32) {
	from = l.n
	if int(from)>>shift < len(l.pages) && int(from)%size+n <= size {
		l.n += int32(n)
		return from
	}
	return l.extend(n)
}

// extend is Extend where the newest page has no room.
func (l *List[T]) extend(n int) (from int32) {
	page, at := int(l.n)>>shift, int(l.n)%size
	if page < len(l.pages) && int(l.rest[page])-at < n {
		page, at = page+1, 0
	}
	if page < len(l.pages) && int(l.rest[page]) < n {
		l.cut(page) // a block that is too small
	}
	if page == len(l.pages) {
		l.grow(n)
	}
	from = int32(page<<shift + at)
	l.n = from + int32(n)
	return from
}

// grow adds a block for n values.
func (l *List[T]) grow(n int) {
	block := make([]T, max(1, (n+size-1)>>shift)<<shift)
	for ; len(block) > 0; block = block[size:] {
		l.pages, l.rest = append(l.pages, (*[size]T)(block)), append(l.rest, int32(len(block)))
	}
	l.first = unsafe.Pointer(&l.pages[0])
}

// cut drops the pages from number n on.
func (l *List[T]) cut(n int) {
	l.pages, l.rest = l.pages[:n], l.rest[:n]
	for k := n - 1; k >= 0 && int(l.rest[k]) > (n-k)*size; k-- {
		l.rest[k] = int32((n - k) * size)
	}
}

// Truncate removes all values but the first n.
func (l *List[T]) Truncate(n int32) { l.n = n }
