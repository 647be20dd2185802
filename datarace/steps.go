package datarace

import "heddle/model"

// A Knower is a thread, an object or a slot: each has a vector clock in the Detector. It knows the accesses that its
// clock has reached, which happen before whatever acquires the clock.
type Knower struct {
	Kind KnowerKind
	N    int32 // the model.Thread, the model.Object or the slot
}

// A KnowerKind is a kind of knower.
type KnowerKind uint8

// The kinds of knowers. Nobody, the zero value, is no knower, and knows no access.
const (
	Nobody KnowerKind = iota
	ThreadKnower
	ObjectKnower
	SlotKnower
)

// A RecordedStep is what one call of a Detector's method did: To made an access, or learned what From knows.
type Step struct {
	Kind     model.StepKind
	To, From Knower
	// Word, Mask, Write and Atomic are those of an access by To: the address divided by eight, a bit for each byte of the word,
	// and whether it is a write, and atomic.
	Word   uintptr
	Mask   uint8
	Write  bool
	Atomic bool
}

// Record makes the Detector record its steps until the next Reset. It must be called after a Reset.
func (r *Detector) Record() { r.recording, r.steps = true, r.steps[:0] }

// Steps returns the steps since Record, and how many there were at the last Mark.
func (r *Detector) Steps() (all []Step, marked int) { return r.steps, r.marked }

// stepsBack is the number of recorded steps that a new access is compared with. It is dropped if it equals one of them,
// so that a loop over few variables is recorded as one step for each variable.
const stepsBack = 4

func (r *Detector) record(kind model.StepKind, to, from Knower) {
	if r.recording {
		r.steps = append(r.steps, Step{Kind: kind, To: to, From: from})
	}
}

// Mark ends the comparison of new accesses with the steps so far: those after it are recorded even if they equal older
// ones.
func (r *Detector) Mark() { r.marked = len(r.steps) }

func (r *Detector) recordAccess(t model.Thread, word uintptr, e epoch) {
	step := Step{Kind: model.StepAccess, To: Knower{ThreadKnower, int32(t)}, Word: word, Mask: uint8(e.mask()), Write: e.write(), Atomic: e.atomic()}
	for i := len(r.steps) - 1; i >= max(r.marked, len(r.steps)-stepsBack) && r.steps[i].Kind == model.StepAccess; i-- {
		if r.steps[i] == step {
			return
		}
	}
	r.steps = append(r.steps, step)
}

// Known says whether each access so far that a new access would conflict with is known to at least one of the knowers.
// The new access is of the bytes in mask of word. Known is true for a word that has shown a race.
func (r *Detector) Known(word uintptr, mask uint8, write, atomic bool, knowers []Knower) bool {
	c := r.shadow.peek(word)
	if c == nil || c.next == nextRaced {
		return true
	}
	access := epoch(mask)
	if write {
		access |= epochWrite
	}
	if atomic {
		access |= epochAtomic
	}
	if !r.known(c.newest.epoch, access, knowers) {
		return false
	}
	for at := c.next; at != 0; at = r.shadow.nodes[at].next {
		if !r.known(r.shadow.nodes[at].epoch, access, knowers) {
			return false
		}
	}
	return true
}

// known is Known for one access.
func (r *Detector) known(e, access epoch, knowers []Knower) bool {
	if e.mask()&access.mask() == 0 || !e.conflicts(access) {
		return true
	}
	for _, k := range knowers {
		if r.time(k).reached(e) {
			return true
		}
	}
	return false
}

// time is the clock of k.
func (r *Detector) time(k Knower) vectorTime {
	switch k.Kind {
	case ThreadKnower:
		if int(k.N) < len(r.index) && r.index[k.N] >= 0 {
			return r.threads[r.index[k.N]].time
		}
	case ObjectKnower:
		return r.objects.time(r, k.N)
	case SlotKnower:
		return r.slots.time(r, k.N)
	}
	return nil
}

func (s syncTable) time(r *Detector, i int32) vectorTime {
	if int(i) >= len(s) || s[i].run != r.run {
		return nil
	}
	return s[i].time
}

// peek returns the cell of a word, or nil if it has none.
func (s *shadow) peek(word uintptr) *shadowCell {
	mask := uint(len(s.cells) - 1)
	for i := s.start(word); ; i = (i + 1) & mask {
		switch c := &s.cells[i]; {
		case c.gen != s.gen:
			return nil
		case c.word == word:
			return c
		}
	}
}
