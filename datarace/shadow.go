package datarace

import "math/bits"

// A shadow remembers, for each word of eight bytes, the accesses that a later one may race with.
//
// It is a hash table with open addressing. A cell is used if it has the current generation, and free otherwise, so that
// a new execution clears nothing. A cell holds the newest record of its word, and a list of older records.
//
// A new access removes the bytes that it touches from an older record if two conditions hold. The record happens before
// it. And each later access that races with those bytes of the record races with the new access as well (epoch.covers). So no race on a word is missed, except after another race on the
// same word.
type shadow struct {
	gen     uint32 // the current generation
	partial bool   // see Detector.Partial
	shift   uint   // 64 - log2(len(cells))
	used    int    // cells of this generation
	cells   []shadowCell
	nodes   []shadowNode // the lists; nodes[0] is not used
	free    int32        // list of free nodes
}

// A shadowRecord is one access: what it did and when, and its number among the accesses of its thread.
type shadowRecord struct {
	epoch epoch
	n     uint64
}

// A shadowCell is the entry of one word.
type shadowCell struct {
	word   uintptr
	gen    uint32
	next   int32        // the list of older records; nextRaced if the word has shown a race, and has no records
	newest shadowRecord // its mask may be empty
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
	keepSize = 64 << 20 // bytes; a larger shadow is not kept for the next execution
	maxCells = 1 << 24  // half a gigabyte, for 64 megabytes of the program's memory
	maxNodes = 1 << 24
)

// reset makes the shadow empty for another execution, and frees it if it is larger than most executions need.
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

// start is the cell at which the search for a word starts: Fibonacci hashing.
func (s *shadow) start(word uintptr) uint {
	return uint(uint64(word) * 0x9e3779b97f4a7c15 >> s.shift)
}

// known records the access e, by th, if nothing is to be looked for, and reports whether it has. There are two cases. The newest access
// of the word is e, or a write like it of the same bytes in the same epoch: an access of another thread that races with e also races with
// that one. Or there is one record only, and touch would put e in its place.
func (s *shadow) known(word uintptr, e epoch, th *detectorThread) bool {
	c := &s.cells[s.start(word)]
	if c.word != word || c.gen != s.gen {
		return false
	}
	old := c.newest.epoch
	if old == e || old == e|epochWrite {
		return true
	}
	if c.next != 0 || old.mask()&^e.mask() != 0 || !e.covers(old) || !th.time.reached(old) {
		return false
	}
	c.newest.epoch, c.newest.n = e, th.n
	return true
}

// touch records the access e, by th, of a word. It returns a record that e races with, and whether there is one.
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

// A meeting is the relation of a new access to a record.
type meeting uint8

const (
	meetApart meeting = iota // both are needed, the record without the bytes that meet has removed
	meetKnown                // the new access is not needed
	meetRace                 // they race
)

// meet compares the record with a new access e by a thread whose clock is now. It removes the bytes from the record
// that e makes useless.
func (old *shadowRecord) meet(e epoch, now vectorTime) meeting {
	common := old.epoch.mask() & e.mask()
	switch {
	case common == 0:
		return meetApart
	case old.epoch.sameTime(e) && common == e.mask() && old.epoch.covers(e):
		return meetKnown
	case now.reached(old.epoch):
		if e.covers(old.epoch) {
			old.epoch &^= common
		}
		return meetApart
	case e.conflicts(old.epoch):
		return meetRace
	}
	return meetApart
}

// find returns the cell of a word, and whether it existed. A new cell has no record.
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

// grow doubles the table, or empties it if it has the maximal size.
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
		s.partial = true // drop the record
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
