// Package table has a hash table that is emptied in constant time, for what is known of addresses in one execution.
package table

// A Table is an open-addressing hash table. Reset empties it by changing its generation. The zero Table must be Reset before use.
type Table[K comparable, V any] struct {
	slots []slot[K, V]
	gen   uint32 // slots of other generations are free
	bits  uint   // there are 1 << bits slots
	n     int    // slots in use
}

type slot[K comparable, V any] struct {
	key   K
	hash  uint64
	gen   uint32
	value V
}

const firstBits = 8

// Reset empties the table.
func (t *Table[K, V]) Reset() {
	if t.slots == nil {
		t.bits = firstBits
		t.slots = make([]slot[K, V], 1<<t.bits)
	}
	t.gen++
	t.n = 0
}

// At returns the value of key, which has this hash, and whether it was there. A new value is zero. The pointer is valid until the next
// call.
func (t *Table[K, V]) At(key K, hash uint64) (*V, bool) {
	s := t.search(key, hash)
	if s.gen == t.gen {
		return &s.value, true
	}
	if t.n++; t.n*2 > len(t.slots) {
		t.grow()
		s = t.search(key, hash)
	}
	*s = slot[K, V]{key: key, hash: hash, gen: t.gen}
	return &s.value, false
}

// Find returns the value of key, which has this hash; nil if there is none.
func (t *Table[K, V]) Find(key K, hash uint64) *V {
	if s := t.search(key, hash); s.gen == t.gen {
		return &s.value
	}
	return nil
}

// search returns the slot of key, or the one that it would have.
func (t *Table[K, V]) search(key K, hash uint64) *slot[K, V] {
	i := hash * 0x9e3779b97f4a7c15 >> (64 - t.bits)
	for t.slots[i].gen == t.gen && t.slots[i].key != key {
		i = (i + 1) & uint64(len(t.slots)-1)
	}
	return &t.slots[i]
}

func (t *Table[K, V]) grow() {
	old := t.slots
	t.bits++
	t.slots = make([]slot[K, V], 1<<t.bits)
	for i := range old {
		if s := &old[i]; s.gen == t.gen {
			*t.search(s.key, s.hash) = *s
		}
	}
}
