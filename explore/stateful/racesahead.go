package stateful

import (
	"slices"

	"heddle/model"
)

// racesAhead knows which accesses are ahead of each state, for data races.
//
// Whether an access races with an earlier one depends on which earlier events its thread knows by then. This is no part of the
// state: two executions can come to one state, and the same access after it races in only one of them. So each state has the
// accesses that are ahead of it, and each access the set of its knowers: those goroutines, locks, channels... of the state whose
// knowledge its thread will have when it comes to the access. Knowers are computed backwards along the path: who has the thread's
// knowledge after an acquisition has, before it, that of the thread and of the lock. An access on a path from the state races with one
// before the state exactly if none of its knowers knows that one. So an execution that comes to a visited state is
// given up only if every access ahead is known to be ordered (model.RaceMemory). Otherwise it goes on, and finds the race.
//
// An access after a plain write of the same bytes on the path is left out: it is ordered after the write, or there was a race
// on the path, which has been found. So are accesses to words that are not shared (sharedWords). What was kept before a
// word turned out to be shared does not count any more (since).
type racesAhead struct {
	list    []accessAhead
	index   map[accessAhead]int32
	knowers knowers
	words   sharedWords
	states  []raceState // by state on the stack
	unknown int         // what is ahead of states[:unknown] is unknown
	sets    setTable    // of accesses ahead of the states that have left the stack
}

// An accessAhead is one access that is ahead of a state.
type accessAhead struct {
	word    int32
	knowers int32 // the number of a set
	mask    uint8
	write   bool
	atomic  bool
}

// A raceState is what is known of one state on the stack.
type raceState struct {
	steps    []model.NumberedStep // of the transition that led to it
	accesses bits                 // those found so far that are ahead of it
	// since is the number of words that were shared when the state was entered; never if what is ahead of it is unknown.
	since int32
}

// never is the since of a state if what is ahead of it is unknown.
const never = -1

func newRacesAhead() *racesAhead {
	return &racesAhead{index: map[accessAhead]int32{}, knowers: knowers{byText: map[string]int32{}}}
}

// enter records the synchronization and the accesses of the transition that led to the newest state, n. If the program does not report
// them, what is ahead of the states on the stack is unknown.
func (r *racesAhead) enter(n int, memory model.Memory) {
	for n >= len(r.states) {
		r.states = append(r.states, raceState{})
	}
	r.unknown = min(r.unknown, n)
	s := &r.states[n]
	s.steps, s.accesses = s.steps[:0], s.accesses[:0]
	m, ok := memory.(model.RaceMemory)
	if !ok {
		for ; r.unknown <= n; r.unknown++ {
			r.states[r.unknown].since = never
		}
		return
	}
	s.steps = append(s.steps, m.RaceSteps()...)
	r.words.note(s.steps)
	s.since = r.words.shared
}

// visited adds what is ahead of the visited state v, which state n is.
func (r *racesAhead) visited(n int, v *slot) { r.states[n].accesses.addAll(r.sets.sets[v.races]) }

// hand adds what is ahead of state n to what is ahead of the state before it.
func (r *racesAhead) hand(n int) {
	r.before(r.states[n].steps, r.states[n].accesses, &r.states[n-1].accesses)
}

// set is the number of the set of what is ahead of state n, and the number of words that were shared when the state was entered.
func (r *racesAhead) set(n int) (set, since int32) {
	return r.sets.number(r.states[n].accesses), r.states[n].since
}

// ordered says whether an execution that comes to the visited state v can be given up: no access ahead of v races with what it executed.
func (r *racesAhead) ordered(memory model.Memory, v *slot) bool {
	m, ok := memory.(model.RaceMemory)
	if !ok {
		return true
	}
	if v.since != r.words.shared {
		return false
	}
	for n := range r.sets.sets[v.races].all {
		a := &r.list[n]
		if !m.Ordered(&model.NumberedAccess{Word: a.word, Mask: a.mask, Write: a.write, Atomic: a.atomic, Knowers: r.knowers.sets[a.knowers]}) {
			return false
		}
	}
	return true
}

// before adds to to what is ahead of the state before a transition of these steps, given what is ahead of the state after it.
func (r *racesAhead) before(steps []model.NumberedStep, after bits, to *bits) {
	var now []accessAhead
	for n := range after.all {
		now = append(now, r.list[n])
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if s := &steps[i]; s.Kind != model.StepAccess {
			for k := range now {
				now[k].knowers = r.knowers.back(now[k].knowers, s)
			}
		} else if r.words.uses[s.Word].shared() {
			if s.Write && !s.Atomic {
				now = slices.DeleteFunc(now, func(a accessAhead) bool { return a.word == s.Word && a.mask&^s.Mask == 0 })
			}
			now = append(now, accessAhead{s.Word, r.knowers.number([]int32{s.To}), s.Mask, s.Write, s.Atomic})
		}
	}
	for _, a := range now {
		to.add(r.number(a))
	}
}

func (r *racesAhead) number(a accessAhead) int32 {
	n, ok := r.index[a]
	if !ok {
		n = int32(len(r.list))
		r.index[a] = n
		r.list = append(r.list, a)
	}
	return n
}

// bytes estimates the memory that is kept.
func (r *racesAhead) bytes() int64 {
	const access, knowers = 48, 64
	return int64(len(r.list))*access + int64(len(r.knowers.sets))*knowers + r.sets.bytes()
}
