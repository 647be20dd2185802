package stateful

import (
	"encoding/binary"
	mathbits "math/bits"
	"slices"

	"heddle/model"
)

// A future is one operation that some thread may be about to execute in a state, or after it.
type future struct {
	op        model.Op
	thread    model.Thread
	overdraws bool // it was executed, and left the counter of a WaitGroup below zero
}

// futures numbers futures, and sets of them. A set stands for what is ahead of a state; states far fewer than there are share it.
type futures struct {
	setTable
	list  []future
	index map[futureKey]int32
}

// A setTable numbers sets.
type setTable struct {
	sets   []bits
	byHash map[uint64][]int32
	words  int // in all sets
}

// A futureKey is a future without what its conflicts do not depend on.
type futureKey struct {
	thread     model.Thread
	kind       model.Kind
	obj, clock model.Object
	cap        int32
	overdraws  bool
	cases      string
}

func newFutures() *futures {
	return &futures{index: map[futureKey]int32{}}
}

// number is the number of operation op of thread t.
func (f *futures) number(t model.Thread, op *model.Op, overdraws bool) int32 {
	key := futureKey{t, op.Kind, op.Obj, op.Clock, op.Cap, overdraws, ""}
	if len(op.Cases) > 0 {
		var text []byte
		for _, c := range op.Cases {
			send := int64(0)
			if c.Send {
				send = 1
			}
			text = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(text, int64(c.Obj)), int64(c.Cap)), send)
		}
		key.cases = string(text)
	}
	n, ok := f.index[key]
	if !ok {
		n = int32(len(f.list))
		f.index[key] = n
		kept := *op
		kept.Cases = slices.Clone(op.Cases)
		f.list = append(f.list, future{kept, t, overdraws})
	}
	return n
}

// set is the number of the set b.
func (f *setTable) set(b bits) int32 {
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
