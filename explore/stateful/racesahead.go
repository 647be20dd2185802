package stateful

import (
	"encoding/binary"
	"slices"

	"heddle/model"
)

// Data races and visited states. Whether an access races with an earlier one depends on what its thread knows then of what happened
// before, which is no part of the state: two executions can come to one state, and the same access after it races in one
// of them only. So with each state is kept which accesses are ahead of it, and for each of them the knowers, of those that there are in
// the state, whose knowledge its thread will have when it comes to the access: backwards along a transition, who has a lock's
// knowledge after an acquisition has, before it, the thread's and the lock's. An access on a path from the state races with one
// before the state exactly if none of these knows that one, on this path. So an execution that comes to a state that is known is
// given up only if every access ahead is known to be ordered (model.RaceMemory); otherwise it goes on, and finds the race.
//
// An access that comes after a write of the same bytes on the path is left out: it is ordered after the write, or there was a race
// on the path, which has been found. So are accesses to words that only one thread has touched, or none has written, in the whole
// exploration so far. What was kept before a word turned out to be shared does not count any more (since).
type racesAhead struct {
	list    []raceAhead
	index   map[raceAhead]int32
	knowers [][]int32
	byText  map[string]int32 // of knowers
	uses    []wordUse        // by word
	shared  int32            // words that are shared
	sets    setTable
	text    []byte // scratch
}

// A raceAhead is one access that is ahead of a state.
type raceAhead struct {
	word    int32
	knowers int32
	mask    uint8
	write   bool
}

// A wordUse says who has touched a word.
type wordUse struct {
	thread  int32 // the first, plus 1; 0 for none
	several bool
	written bool
}

func newRacesAhead() *racesAhead {
	return &racesAhead{index: map[raceAhead]int32{}, byText: map[string]int32{}}
}

// note learns from the steps of a transition which words are shared.
func (r *racesAhead) note(steps []model.NumberedStep) {
	for i := range steps {
		s := &steps[i]
		if s.Kind != model.RaceAccess {
			continue
		}
		for int(s.Word) >= len(r.uses) {
			r.uses = append(r.uses, wordUse{})
		}
		u := &r.uses[s.Word]
		was := u.shared()
		if u.thread == 0 {
			u.thread = s.To + 1
		}
		u.several = u.several || u.thread != s.To+1
		u.written = u.written || s.Write
		if !was && u.shared() {
			r.shared++
		}
	}
}

func (u *wordUse) shared() bool { return u.several && u.written }

// before is what is ahead of the state before a transition of these steps, if after is ahead of the state after it; it is added to to.
func (r *racesAhead) before(steps []model.NumberedStep, after bits, to *bits) {
	var now []raceAhead
	for n := range after.all {
		now = append(now, r.list[n])
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if s := &steps[i]; s.Kind != model.RaceAccess {
			for k := range now {
				now[k].knowers = r.back(now[k].knowers, s)
			}
		} else if r.uses[s.Word].shared() {
			if s.Write {
				now = slices.DeleteFunc(now, func(a raceAhead) bool { return a.word == s.Word && a.mask&^s.Mask == 0 })
			}
			now = append(now, raceAhead{s.Word, r.set([]int32{s.To}), s.Mask, s.Write})
		}
	}
	for _, a := range now {
		to.add(r.number(a))
	}
}

// back is who must know something before s for one of the knowers to know it after s.
func (r *racesAhead) back(knowers int32, s *model.NumberedStep) int32 {
	old := r.knowers[knowers]
	i, ok := slices.BinarySearch(old, s.To)
	if !ok {
		return knowers
	}
	list := slices.Clone(old)
	if s.Kind == model.RaceCopy {
		list = slices.Delete(list, i, i+1)
	}
	if at, ok := slices.BinarySearch(list, s.From); !ok && s.From >= 0 {
		list = slices.Insert(list, at, s.From)
	}
	return r.set(list)
}

// set is the number of a set of knowers, which must be sorted.
func (r *racesAhead) set(knowers []int32) int32 {
	r.text = r.text[:0]
	for _, k := range knowers {
		r.text = binary.AppendVarint(r.text, int64(k))
	}
	n, ok := r.byText[string(r.text)]
	if !ok {
		n = int32(len(r.knowers))
		r.byText[string(r.text)] = n
		r.knowers = append(r.knowers, slices.Clone(knowers))
	}
	return n
}

func (r *racesAhead) number(a raceAhead) int32 {
	n, ok := r.index[a]
	if !ok {
		n = int32(len(r.list))
		r.index[a] = n
		r.list = append(r.list, a)
	}
	return n
}

// ordered says whether all that is ahead is ordered after what has happened.
func (r *racesAhead) ordered(memory model.RaceMemory, ahead bits) bool {
	for n := range ahead.all {
		a := &r.list[n]
		if !memory.Ordered(&model.NumberedAccess{Word: a.word, Mask: a.mask, Write: a.write, Knowers: r.knowers[a.knowers]}) {
			return false
		}
	}
	return true
}

// never is visit.since of a state ahead of which may be what is not known.
const never = -1

// enterRaces finds out what the newest transition means for data races. Where the program does not say, what is ahead of the states
// on the stack is not known.
func (s *stateful) enterRaces(memory model.Memory) {
	n := s.Len() - 1
	m, ok := memory.(model.RaceMemory)
	if !ok {
		for i := range s.seen {
			s.seen[i].since = never
		}
		return
	}
	s.steps[n] = append(s.steps[n], m.RaceSteps()...)
	s.races.note(s.steps[n])
	s.seen[n].since = s.races.shared
}

// ordered says whether an execution that comes to the state of this slot finds no race after it that is not found elsewhere.
func (s *stateful) ordered(state *model.State, at *slot) bool {
	m, ok := state.Memory.(model.RaceMemory)
	return !ok || at.since == s.races.shared && s.races.ordered(m, s.races.sets.sets[at.races])
}

// bytes estimates the memory that is kept.
func (r *racesAhead) bytes() int64 {
	const access, knowers = 48, 64
	return int64(len(r.list))*access + int64(len(r.knowers))*knowers + r.sets.bytes()
}
