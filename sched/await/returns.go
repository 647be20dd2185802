package await

import (
	"math/bits"

	"heddle/model"
)

// Some loops never end although each round changes something: two goroutines that hand a flag to and fro, two that take a lock each and give
// it back because the other one is taken. Such an execution is a fair cycle, a livelock, if the state of the whole program comes back, and
// every goroutine that could run has run in between. A round that changes the state each time shows nothing. But where a goroutine comes
// back to the same local state again and again while others could run, executions in which it goes on for longer and longer would be
// explored for ever: from then on, goroutines take turns (Set.Turn).

const (
	// early is the number of operations of a thread after which its states are compared for a while, to see whether it may poll, and
	// certain the number after which any loop may.
	early, certain = 64, 512
	// endless is how many returns show a loop that may go on for ever, if others could run, and twice as many do if not; but only after
	// few and many executions: a program without a loop of this kind may be over by then. So many as plenty show it at once, if others
	// could run: an execution would have no end but -max-steps.
	endless   = 64
	plenty    = 4096
	few, many = 8, 1000
)

// A returns is how often a thread has come back to one local state, its home. Home is its state when the number of its operations
// reaches a power of two (Brent's way to find a cycle).
type returns struct {
	operations int  // in the execution
	ran        int  // when the last one was, in operations of all threads
	spurned    int  // when it last took a case of a select although another one was ready
	changed    bool // the thread has changed something since it was at home
	octave     int
	home       model.Hash
	homeKind   model.Kind // of the operation that the thread stood before at home
	homeObj    model.Object
	left       int        // when it was set
	number     int        // of the returns after a change
	whole      model.Hash // a state of the whole program, to compare with
	compared   int        // when it was
}

// probes reports whether the state of t is compared although nothing is known of a loop.
func (t *Thread) probes() bool {
	start := 1 << bits.Len(uint(t.operations)) >> 1
	return t.operations >= early && t.operations-start < start/8
}

// suspect reports whether the local state of t, which probes, can make the exploration suspect a loop: t stands before the same operation
// as at home, and has been idle since its operations reached a power of two, if there are not enough for certain. To read a state takes
// as long as ten operations, so this is asked first.
func (t *Thread) suspect() bool {
	k, o := bits.Len(uint(t.operations)), &t.Operation.Op
	if t.operations < certain && t.Idle < t.operations-1<<(k-1) {
		return false
	}
	return k != t.octave || o.Kind == t.homeKind && o.Obj == t.homeObj
}

// at notes that t is in this local state, when all threads have had so many operations. It reports whether that is a return.
func (t *Thread) at(state model.Hash, now int) bool {
	if k := bits.Len(uint(t.operations)); k != t.octave {
		t.octave, t.home, t.left, t.number, t.changed = k, state, now, 0, false
		t.homeKind, t.homeObj = t.Operation.Op.Kind, t.Operation.Op.Obj
		return false
	}
	return state == t.home
}

// returned finds out what it shows that t has just come back home, if it has.
func (s *Set) returned(t *Thread) {
	if s.arrived != t || s.Drains {
		return
	}
	start := 1 << bits.Len(uint(t.number)) >> 1 // states of the whole program are compared a few times from each power of two on
	if t.number >= 4 && t.number-start <= 8 && !s.Clock.Waited() && s.cycles(t) {
		s.Cycle = t
	}
	if t.number >= 16 && t.number == start && s.Stopped() {
		s.Endless = true // the others need not end
	}
	if s.Turn == 0 && t.number >= s.endless() && (s.executions > many && t.number >= 2*endless || !s.fair(t.left)) {
		s.Endless = true
	}
}

// endless is how many returns show a loop that may go on for ever, after so many executions.
func (s *Set) endless() int {
	if s.executions < few {
		return plenty
	}
	return endless
}

// cycles reports whether the state of the whole program has come back, and all have run in between that could.
func (s *Set) cycles(t *Thread) bool {
	whole, known := s.Machine.Whole()
	if !known {
		return false
	}
	if t.number&(t.number-1) == 0 {
		t.whole, t.compared = whole, s.operations
		return false
	}
	return whole == t.whole && s.fair(t.compared)
}

// Toggles reports whether all that can run are threads that wait, and do so although each of them has missed something only in the middle
// of rounds of the others: one whole round after another, the state comes back for ever.
func (s *Set) Toggles() bool {
	toggles := false
	for _, t := range s.threads {
		switch {
		case t.Done || !t.Waits:
		case s.missed(t, false):
			return false
		default:
			toggles = toggles || s.Missed(t)
		}
	}
	return toggles && !s.Clock.Waited()
}

// spurn notes that t is about to take a case of a select, or the default, and whether another case is ready: Go takes each of them some time.
func (s *Set) spurn(t *Thread, taken int) {
	for i := range t.Operation.Cases {
		c := &t.Operation.Cases[i]
		if c.C != nil && i != taken && s.differs(t, &look{what: untaken(c), addr: uintptr(c.C)}) {
			t.spurned = s.operations
		}
	}
}

// fair reports whether all threads have run since then but those that are stuck, and no select has spurned a case. A thread that waits for
// a lock whose holder has run is not stuck.
func (s *Set) fair(since int) bool {
	for _, t := range s.threads {
		if t.spurned > since {
			return false
		}
		if t.Done || t.ran > since {
			continue
		}
		if h := s.holder(t); t.Waits || h != nil && h.ran > since || !s.Machine.Stuck(t) {
			return false
		}
	}
	return true
}
