package stateful

import (
	mathbits "math/bits"
	"slices"

	"heddle/model"
)

// A setTable numbers sets. There are far fewer different sets than states.
type setTable struct {
	sets   []bits
	byHash map[uint64][]int32
	words  int // in all sets
}

// number is the number of the set b.
func (f *setTable) number(b bits) int32 {
	if f.byHash == nil {
		f.byHash = map[uint64][]int32{}
	}
	h := b.hash()
	for _, n := range f.byHash[h] {
		if f.sets[n].equal(b) {
			return n
		}
	}
	n := int32(len(f.sets))
	f.sets = append(f.sets, slices.Clone(b.trimmed()))
	f.byHash[h] = append(f.byHash[h], n)
	f.words += len(f.sets[n])
	return n
}

// bytes estimates the memory that the sets take.
func (f *setTable) bytes() int64 {
	const set = 64
	return int64(len(f.sets))*set + int64(f.words)*8
}

// bits is a set of numbers. Words past its end are 0.
type bits []uint64

func (b *bits) add(n int32) {
	for int(n)/64 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[n/64] |= 1 << (n % 64)
}

func (b *bits) addAll(c bits) {
	for len(*b) < len(c) {
		*b = append(*b, 0)
	}
	for i, w := range c {
		(*b)[i] |= w
	}
}

// all yields the numbers in b.
func (b bits) all(yield func(int32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(int32(i*64 + mathbits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

func (b bits) trimmed() bits {
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

func (b bits) equal(c bits) bool { return slices.Equal(b.trimmed(), c.trimmed()) }

func (b bits) hash() uint64 {
	h := model.Hash{}
	for _, w := range b.trimmed() {
		h = h.Then(w)
	}
	return h[0]
}
