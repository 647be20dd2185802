// Package store is a dependency with state.
package store

import (
	"slices"
	"sync/atomic"
)

var Count int

var Table = []int{1, 2, 3}

var unused [16]int

//go:noinline
func Put(n int) int {
	Count += n
	Table[0] += n
	return Count + Table[0] + unused[n]
}

//go:noinline
func Sort[T int](s []T) { slices.Sort(s) }

var counter atomic.Int32

var latest atomic.Pointer[int]

//go:noinline
func Atomics() int32 {
	latest.CompareAndSwap(nil, new(int))
	if latest.Load() == nil {
		return 0
	}
	return counter.Add(1)
}
