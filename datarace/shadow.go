package datarace

import "math/bits"

// A shadow remembers, for each word of eight bytes, the accesses of it that a later one may race with.
//
// It is a hash table with open addressing. A cell belongs to the execution if it carries the current generation; all others are
// free, so that a new execution clears nothing. A cell holds the newest record of its word, and a list of older ones.
//
// A later access takes from a record the bytes that it touches too, if the record happens before it and any access that
// races with those bytes of the record must race with the later access as well: if that is a write, or the record a
// read. So no race on a word is missed unless it comes after another on the same word.
type shadow struct {
	gen     uint32
	partial bool
	shift   uint // 64 - log2(len(cells))
	used    int  // cells of this generation
	cells   []shadowCell
	nodes   []shadowNode // the lists; nodes[0] is not used
	free    int32        // list of free nodes
}

// A shadowRecord is one access: what it did and when, and which access of its thread it was.
type shadowRecord struct {
	epoch epoch
	n     uint64
}

// A shadowCell is the entry of one word.
type shadowCell struct {
	word   uintptr
	gen    uint32
	next   int32        // the older records; nextRaced if the word has shown a race, and then it has no record
	newest shadowRecord // its mask may have become empty
}

// A shadowNode is one older record. Invariant: its mask is not empty.
type shadowNode struct {
	shadowRecord
	next int32
}

const (
	nextRaced = -1

	cellSize = 32
	nodeSize = 24

	minCells = 1 << 10
	keepSize = 64 << 20 // bytes that are kept for the next execution at most
	maxCells = 1 << 24  // half a gigabyte, for 64 megabytes of the program's memory
	maxNodes = 1 << 24
)

// reset makes the shadow empty for another execution, and gives back memory that few executions need.
func (s *shadow) reset() {
	if s.cells == nil || len(s.cells)*cellSize+cap(s.nodes)*nodeSize > keepSize {
		s.resize(minCells)
		s.nodes = nil
	}
	s.partial = false
	s.forget()
}

// forget makes the shadow empty.
func (s *shadow) forget() {
	s.gen++
	if s.gen == 0 {
		clear(s.cells)
		s.gen = 1
	}
	s.used = 0
	s.free = 0
	s.nodes = append(s.nodes[:0], shadowNode{})
}

func (s *shadow) resize(cells int) {
	s.cells = make([]shadowCell, cells)
	s.shift = uint(64 - bits.TrailingZeros(uint(cells)))
}

// start is where the search for a word begins: Fibonacci hashing.
func (s *shadow) start(word uintptr) uint {
	return uint(uint64(word) * 0x9e3779b97f4a7c15 >> s.shift)
}

// same reports whether the newest access of the word was the same as e or, with e a read, a write where e reads. If so there is nothing
// to do: an access of another thread that races with e has raced with the former one.
func (s *shadow) same(word uintptr, e epoch) bool {
	c := &s.cells[s.start(word)]
	return c.word == word && c.gen == s.gen && (c.newest.epoch == e || c.newest.epoch == e|epochWrite)
}

// touch records the access e, by th, of a word, and returns a record that it races with, if there is one.
func (s *shadow) touch(word uintptr, e epoch, th *detectorThread) (shadowRecord, bool) {
	c, found := s.find(word)
	if !found {
		c.newest = shadowRecord{e, th.n}
		return shadowRecord{}, false
	}
	if c.next == nextRaced {
		return shadowRecord{}, false
	}
	verdict := c.newest.meet(e, th.time)
	old := c.newest
	for at := &c.next; verdict == meetApart && *at != 0; {
		n := &s.nodes[*at]
		verdict = n.meet(e, th.time)
		old = n.shadowRecord
		if n.epoch.mask() != 0 {
			at = &n.next
			continue
		}
		i := *at
		*at, n.next, s.free = n.next, s.free, i
	}
	switch verdict {
	case meetRace:
		s.giveBack(c)
		c.next, c.newest = nextRaced, shadowRecord{}
		return old, true
	case meetApart:
		if c.newest.epoch.mask() != 0 {
			s.push(c)
		}
		c.newest = shadowRecord{e, th.n}
	}
	return shadowRecord{}, false
}

// A meeting is what a new access is to a record.
type meeting uint8

const (
	meetApart meeting = iota // both may be needed; the record has lost the bytes for which it is not
	meetKnown                // the record says all that the new one would
	meetRace
)

// meet compares the record with a new access at time now, and takes from the record what the new access makes useless.
func (old *shadowRecord) meet(e epoch, now vectorTime) meeting {
	common := old.epoch.mask() & e.mask()
	switch {
	case common == 0:
		return meetApart
	case old.epoch.sameTime(e) && common == e.mask() && (old.epoch.write() || !e.write()):
		return meetKnown
	case now.reached(old.epoch):
		if e.write() || !old.epoch.write() {
			old.epoch &^= common
		}
		return meetApart
	case e.write() || old.epoch.write():
		return meetRace
	}
	return meetApart
}

// find returns the cell of a word, and whether there was one; if not it is new and has no record.
func (s *shadow) find(word uintptr) (*shadowCell, bool) {
	if 2*s.used >= len(s.cells) {
		s.grow()
	}
	mask := uint(len(s.cells) - 1)
	for i := s.start(word); ; i = (i + 1) & mask {
		c := &s.cells[i]
		if c.gen != s.gen {
			*c = shadowCell{word: word, gen: s.gen}
			s.used++
			return c, false
		}
		if c.word == word {
			return c, true
		}
	}
}

// grow doubles the table, or empties it when it must not grow any more.
func (s *shadow) grow() {
	if len(s.cells) == maxCells {
		s.partial = true
		s.forget()
		return
	}
	old := s.cells
	s.resize(2 * len(old))
	mask := uint(len(s.cells) - 1)
	for i := range old {
		if old[i].gen != s.gen {
			continue
		}
		at := s.start(old[i].word)
		for s.cells[at].gen == s.gen {
			at = (at + 1) & mask
		}
		s.cells[at] = old[i]
	}
}

// push moves the newest record of a cell to its list of older ones.
func (s *shadow) push(c *shadowCell) {
	i := s.free
	switch {
	case i != 0:
		s.free = s.nodes[i].next
	case len(s.nodes) < maxNodes:
		i = int32(len(s.nodes))
		s.nodes = append(s.nodes, shadowNode{})
	default:
		s.partial = true // the record is dropped
		return
	}
	s.nodes[i] = shadowNode{c.newest, c.next}
	c.next = i
}

// giveBack frees the list of a cell.
func (s *shadow) giveBack(c *shadowCell) {
	for i := c.next; i != 0; {
		next := s.nodes[i].next
		s.nodes[i].next, s.free = s.free, i
		i = next
	}
	c.next = 0
}
