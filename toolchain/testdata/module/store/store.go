// Package store is a dependency with state.
package store

var Count int

var Table = []int{1, 2, 3}

var unused [16]int

func Put(n int) int {
	Count += n
	Table[0] += n
	return Count + Table[0] + unused[n]
}
