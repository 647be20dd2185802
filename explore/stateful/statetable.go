package stateful

import "heddle/model"

// A stateTable is H of the stateful DPOR paper: the states that have been visited, as hashes. Its memory is bounded.
type stateTable struct {
	slots []slot // a power of two, open addressing
	n     int
	full  bool
}

// A slot is one state.
type slot struct {
	key    model.Hash
	future int32 // the set of operations ahead of it, as operationsAhead numbers it; onStack while it is on the stack
	races  int32 // the set of accesses ahead of it, as racesAhead numbers it
	since  int32 // the number of words that were shared when it was entered: that of now, or races does not count
	used   bool
}

const (
	slotBytes = 32
	onStack   = -1 // slot.future of a state that is on the stack: what is ahead of it is not complete
)

// find returns the slot of a state, nil if it has none.
func (t *stateTable) find(key model.Hash) *slot {
	if len(t.slots) == 0 {
		return nil
	}
	if s := t.place(key); s.used {
		return s
	}
	return nil
}

// bytes is the memory that the table takes.
func (t *stateTable) bytes() int64 { return int64(len(t.slots)) * slotBytes }

// add gives a state a slot. It returns false if the table would take more than limit bytes; 0 for no limit.
func (t *stateTable) add(key model.Hash, limit int64) bool {
	if t.n*4 >= len(t.slots)*3 {
		size := max(1024, 2*len(t.slots))
		if limit != 0 && int64(size)*slotBytes > limit {
			t.full = true
			return false
		}
		t.grow(size)
	}
	*t.place(key) = slot{key: key, future: onStack, used: true}
	t.n++
	return true
}

// place is the slot of key, or the free one where it belongs.
func (t *stateTable) place(key model.Hash) *slot {
	mask := uint64(len(t.slots) - 1)
	for i := key[0] & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; !s.used || s.key == key {
			return s
		}
	}
}

func (t *stateTable) grow(size int) {
	old := t.slots
	t.slots = make([]slot, size)
	for i := range old {
		if old[i].used {
			*t.place(old[i].key) = old[i]
		}
	}
}
