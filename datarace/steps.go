package datarace

import "heddle/model"

// A Knower is what has a clock of the race detector: a thread, an object, or a slot.
type Knower struct {
	Kind KnowerKind
	N    int32 // the Thread; the Object or the slot, as it was given to Races
}

// A KnowerKind is a kind of knowers.
type KnowerKind uint8

// The kinds of knowers. Nobody knows nothing.
const (
	Nobody KnowerKind = iota
	ThreadKnower
	ObjectKnower
	SlotKnower
)

// A RaceStep is what one call of Races does, in the order of the calls. Who has a clock knows the accesses that happen before.
type RecordedStep struct {
	Kind     model.RaceStepKind
	To, From Knower
	// Word, of eight bytes, and Mask say what an access by To touches.
	Word  uintptr
	Mask  uint8
	Write bool
}

// Record begins to keep the steps of an execution, for Steps. It must be called after Reset.
func (r *Detector) Record() { r.recording, r.steps = true, r.steps[:0] }

// Steps are those since Record, and how many there were at the last Mark.
func (r *Detector) Steps() (all []RecordedStep, marked int) { return r.steps, r.marked }

// stepsBack is how far back an access is compared with others, so that a loop over few variables is one step for each.
const stepsBack = 4

func (r *Detector) record(kind model.RaceStepKind, to, from Knower) {
	if r.recording {
		r.steps = append(r.steps, RecordedStep{Kind: kind, To: to, From: from})
	}
}

// Mark makes the next steps new ones, though they may be like those before.
func (r *Detector) Mark() { r.marked = len(r.steps) }

func (r *Detector) recordAccess(t model.Thread, word uintptr, mask uint8, write bool) {
	step := RecordedStep{Kind: model.RaceAccess, To: Knower{ThreadKnower, int32(t)}, Word: word, Mask: mask, Write: write}
	for i := len(r.steps) - 1; i >= max(r.marked, len(r.steps)-stepsBack) && r.steps[i].Kind == model.RaceAccess; i-- {
		if r.steps[i] == step {
			return
		}
	}
	r.steps = append(r.steps, step)
}

// Known says whether one at least of knowers knows each access so far that a new one may race with: of the bytes in mask of word. It
// says so, too, of a word that has shown a race.
func (r *Detector) Known(word uintptr, mask uint8, write bool, knowers []Knower) bool {
	c := r.shadow.peek(word)
	if c == nil || c.next == nextRaced {
		return true
	}
	if !r.known(c.newest.epoch, mask, write, knowers) {
		return false
	}
	for at := c.next; at != 0; at = r.shadow.nodes[at].next {
		if !r.known(r.shadow.nodes[at].epoch, mask, write, knowers) {
			return false
		}
	}
	return true
}

// known is Known for one access.
func (r *Detector) known(e epoch, mask uint8, write bool, knowers []Knower) bool {
	if e.mask()&epoch(mask) == 0 || !write && !e.write() {
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

// peek returns the cell of a word, nil if there is none.
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
