// Package await finds the loops that poll: in which a goroutine looks again and again whether others have done something.
//
// # Awaits
//
// A round is what a thread does between two visits of one operation, with these properties:
//
//   - Its local state is the same at both visits: its stack, its pending operation, its deferred calls, its random numbers, the locks
//     that it holds.
//   - It has changed nothing in between, or has undone it. Its operations are reads and writes of memory, atomic or not; reads of a sync.Map,
//     or of what the system keeps; tries, compare-and-swaps and selects that fail; receives from a closed channel; Sleep; and pairs of Lock
//     and Unlock. All memory that it has written holds what it held at the first visit, unless others have written there after it, but for
//     its own stack and what it has allocated since, which nobody can reach any more. It has started no goroutine and taken no chance.
//   - It has released no lock that it held at the first visit, for which others may wait.
//   - Nobody has seen what it has undone: no other thread has accessed memory while it was changed, and no try of another thread has failed
//     because of a lock. But a look with which a round ends after which that thread waits is taken out first.
//
// Such a round is taken out of an execution without a trace: what is left is an execution, because the thread is where it was and every
// other operation does what it did. The last state is the same, and so are the failures. So only executions without rounds need to be
// explored. Whether a thread has completed a round follows from its own past and the values that it has read. It is the same in equivalent
// executions, whatever others do at the same time, and to an algorithm a thread that has completed a round is blocked for ever: it waits.
// Nothing else in the algorithms and their proofs has to know of it.
//
// When nothing can run but threads that wait, there are two cases. If something that one of them has looked at has changed since (values are
// compared), or changes for a moment in each round of another, or could have been answered otherwise (another case of a select), or if it
// has written to what has changed since, the execution is given up: with its round taken out it is the beginning of others, which are
// explored, because the change and the look are a race. If not, each more round would be the same. What a thread reads that it has written
// in the same round is no look.
//
// Where states are compared (stateful), an execution in which a thread has missed something comes to a state that may have been visited
// before, or be visited later, in an execution in which it has missed nothing and waits in vain. What a thread has looked at is not in the
// state: it would make states differ that are the same to the program. So such an execution is not given up. Those that have missed
// something look again (Rouse), and it goes on to where none has. This explores some rounds that need not be explored, but each state is
// explored once.
//
// Time passes only when nothing can run, and a thread that waits could. So a round can only be taken out if no time passes between it and
// what comes after it: the clock going on to a far deadline (package clock) ends the waiting of all. A loop that reads the clock waits for
// it: it naps, until time has passed. A loop that sleeps goes on by itself, at each deadline (time.go).
//
// # What is no await
//
// A loop that counts its rounds comes to another local state each time, or leaves another number in memory: see returns.go. A round must
// have fewer operations than are kept (most).
package await

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/operation"
)

const (
	// suspicious is how many idle operations in a row of a loop that reads the clock, and firings of one timer, make it likely that it polls.
	suspicious = 100
	// Slow is after how many idle operations in a row the readings of the clock by a thread do not differ any more, unless time passes.
	Slow = 16
	// largest is the size in bytes up to which memory is compared.
	largest = 1 << 12
	// most is how many visits and looks are kept.
	most = 128
)

// A Thread is what is known of one thread, most of it since its last effect: a change that others can see. It has more than 15 fields
// because rounds, turns and returns are all its own.
type Thread struct {
	ID        model.Thread
	Operation *operation.Operation // that it stands before, unless it is done
	Done      bool                 // it has ended
	Idle      int                  // operations since then
	Waits     bool                 // it has completed a round, and time has not passed since
	Sleeps    bool                 // it is about to sleep, or sleeps, and completes a round each time, in which it does not read the clock
	Naps      bool                 // it naps

	visits, looks int // since the effect
	visited       []visit
	looked        []look // the last ones, by their number modulo most
	last          round
	held          []lock
	wrote         []write
	settled       int // how many of them are settled
	napped        int64

	yields int // calls of Gosched since its last operation

	taken, rests int // operations of its turn, and turns before it
	rested       int64

	parent, child *Thread // that has started it, and the last one that it has started
	effects       int
	inVain        bool // it has ended, and has changed nothing

	returns
}

// A round is the last one of a thread: the number of its first look and of its first write, and the index of the visit.
type round struct{ look, write, visit int }

// A visit is the last visit of an operation.
type visit struct {
	state model.Hash
	base  int64 // the moment of the last far deadline
	held  int   // how many locks the thread held
	looks int   // and how often it had looked
	wrote int   // and written
	made  int   // how many allocations there were
}

// A write is one to memory that others may see.
type write struct {
	addr, size uintptr
	before     uint64 // a hash of what was there
	after      uint64 // and of what the thread had left there when another thread wrote to it
	made       int    // the number of the allocation that it is in, from 1; 0 if it is older than the execution
	left       int    // how often the thread had written then; 0 if no other thread has written to it since
	seen       sight  // by another thread, before it was undone
	differs    bool   // it has changed what was there
}

// A lock is one that the thread holds.
type lock struct {
	addr uintptr
	seen sight // by another thread, whose try has failed
}

// A sight says who has seen what a round undoes.
type sight struct {
	by   *Thread // nil for nobody
	in   int     // the number of its operation
	more bool    // another one has seen it as well
}

// add adds a look of t, which may change it.
func (s *sight) add(t *Thread, changes bool) {
	if !s.counts() {
		*s = sight{t, t.operations, false}
	}
	s.more = s.more || s.by != t || changes
}

// counts reports whether the look cannot be taken out: it is not in the last operation of a round after which the other thread waits. (That
// it waits must follow from the past of the thread that asks. So a look in an earlier operation counts.)
func (s *sight) counts() bool {
	return s.more || s.by != nil && !(s.by.Waits && s.in == s.by.operations)
}

// A look is what an idle operation has seen.
type look struct {
	what  what
	addr  uintptr
	value uint64 // of memory, a hash
	wrote int    // of memory: the number of the write of its thread that it sees, from 1; 0 for none
}

// what says what a look is at.
type what uint32

const (
	reading       what = iota // of the clock
	mutexFree                 // a mutex that is free, and that a Lock takes
	mutexTaken                // a mutex that is free, and that a try takes
	mutexHeld                 // a mutex that another thread holds
	mutexOwn                  // a mutex that the thread holds
	noWriter                  // an RWMutex that has no writer
	announced                 // an RWMutex that has one
	rwHeld                    // an RWMutex that has one, or readers
	rwOwn                     // an RWMutex that the thread holds
	noReceiver                // a channel to which nothing is sent: no send is possible, or another case is taken
	noSender                  // a channel from which nothing is received, likewise
	closedChannel             // a channel that is closed and empty
	unwritten                 // a sync.Map, or what the system keeps, to which nobody has written since; value is 1 if somebody has
	memory                    // so many bytes of memory, and more
)

// Effect notes that t has changed something.
func (t *Thread) Effect() {
	t.changed = true
	t.effects++
	t.Idle, t.visits, t.napped = 0, 0, 0
	t.Waits, t.Sleeps = false, false
	t.visited, t.wrote, t.settled = t.visited[:0], t.wrote[:0], 0
}

// write notes that t is about to write so many bytes at addr, which are in the allocation of that number (see write). A write is within each
// earlier one or apart from it, so that what was there before the first one is known of each byte.
func (t *Thread) write(addr, size uintptr, made int) {
	if len(t.visited) == 0 {
		t.effects++
		return // nothing to compare with
	}
	if len(t.wrote) == most {
		t.Effect()
		return
	}
	for i := range t.wrote {
		if w := &t.wrote[i]; w.overlaps(addr, size) && !w.covers(addr, size) {
			t.write(addr, size/2, made) // only a part of it was written before
			t.write(addr+size/2, size-size/2, made)
			return
		}
	}
	t.wrote = append(t.wrote, write{addr: addr, size: size, before: hash(addr, size), made: made})
}

// settle notes what the last writes have done.
func (t *Thread) settle() {
	for ; t.settled < len(t.wrote); t.settled++ {
		w := &t.wrote[t.settled]
		w.differs = w.differs || w.now() != w.before
	}
}

// now returns a hash of what the thread has left there.
func (w *write) now() uint64 {
	if w.left > 0 {
		return w.after
	}
	return hash(w.addr, w.size)
}

// overlaps reports whether w is to some of the so many bytes at addr.
func (w *write) overlaps(addr, size uintptr) bool { return addr < w.addr+w.size && w.addr < addr+size }

// covers reports whether w is to all of the so many bytes at addr.
func (w *write) covers(addr, size uintptr) bool { return w.addr <= addr && addr+size <= w.addr+w.size }

// touched notes that another thread accesses so many bytes at addr.
func (t *Thread) touched(addr, size uintptr, write bool, by *Thread) {
	for i := range t.wrote {
		if w := &t.wrote[i]; w.left == 0 && w.overlaps(addr, size) {
			if w.after = hash(w.addr, w.size); w.after != w.before {
				w.differs = true
				w.seen.add(by, write)
			}
			if write {
				w.left = len(t.wrote)
			}
		}
	}
}

// undone reports whether t has changed nothing by its writes since the visit v, and nobody has seen another value in between. Memory that
// was allocated since then does not count: nobody can reach it any more. What others have written after t does not count either: whether
// they have done so before t stands here is their business. If t writes again after that, this must be undone for itself.
func (t *Thread) undone(v *visit) bool {
	for i := v.wrote; i < len(t.wrote); i++ {
		w := &t.wrote[i]
		if w.made > v.made {
			continue
		}
		first := true
		for k := v.wrote; k < i && first; k++ {
			left := t.wrote[k].left
			first = left > 0 && left <= i || !t.wrote[k].overlaps(w.addr, w.size)
		}
		if first && (w.seen.counts() || w.now() != w.before) {
			return false
		}
	}
	return true
}

// look notes that t looks at addr.
func (t *Thread) look(at what, addr unsafe.Pointer) {
	l := look{what: at, addr: uintptr(addr)}
	if at > memory {
		size := uintptr(at - memory)
		for i := len(t.wrote) - 1; i >= 0 && l.wrote == 0; i-- {
			switch w := &t.wrote[i]; {
			case w.left > 0 || !w.overlaps(l.addr, size):
			case w.covers(l.addr, size):
				l.wrote = i + 1
			default: // some of it is what the thread has written, and some is not
				t.look(memory+what(size/2), addr)
				t.look(memory+what(size-size/2), unsafe.Add(addr, size/2))
				return
			}
		}
		l.value = hash(l.addr, size)
	}
	if len(t.looked) < most {
		t.looked = append(t.looked, l)
	}
	t.looked[t.looks%most] = l
	t.looks++
}

// outdate notes that the sync.Map at addr, or what the system keeps, is written to.
func (t *Thread) outdate(addr unsafe.Pointer) {
	for i := range t.looked {
		if l := &t.looked[i]; l.what == unwritten && l.addr == uintptr(addr) {
			l.value = 1
		}
	}
}

// hash returns a hash of n bytes at addr.
func hash(addr, n uintptr) uint64 {
	h := uint64(1)
	for ; n >= hook.WordSize; addr, n = addr+hook.WordSize, n-hook.WordSize {
		h = (h ^ uint64(hook.Load(addr))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for ; n > 0; addr, n = addr+1, n-1 {
		h = (h ^ uint64(*hook.At[byte](addr))) * 0x9e3779b97f4a7c15
	}
	return h
}

// hold notes that t takes the lock at addr.
func (t *Thread) hold(addr unsafe.Pointer) { t.held = append(t.held, lock{uintptr(addr), sight{}}) }

// free notes that t releases the lock at addr.
func (t *Thread) free(addr unsafe.Pointer) {
	i := t.holds(uintptr(addr))
	if i < 0 || t.held[i].seen.counts() {
		t.Effect() // another thread has locked it, or has seen it
	}
	if i >= 0 {
		t.held = append(t.held[:i], t.held[i+1:]...)
		t.visited = slices.DeleteFunc(t.visited, func(v visit) bool { return v.held > i })
	}
}

// holds returns the index of the lock at addr among those that t holds; -1 if it does not hold it.
func (t *Thread) holds(addr uintptr) int {
	for i := len(t.held) - 1; i >= 0; i-- {
		if t.held[i].addr == addr {
			return i
		}
	}
	return -1
}

// visit notes that t stands before an operation, in this local state. Base is the last moment at which nothing could run. It reports
// whether t has completed a round, and whether time has passed in it. Made is the number of allocations so far.
func (t *Thread) visit(state model.Hash, base int64, made int) (completed, passed bool) {
	t.settle()
	now := visit{state, base, len(t.held), t.looks, len(t.wrote), made}
	for i := range t.visited {
		v := &t.visited[i]
		if v.state != state || v.held != len(t.held) {
			continue
		}
		if !t.undone(v) {
			*v, t.changed = now, true
			t.effects++
			return false, false
		}
		completed, passed = t.looks-v.looks <= most, v.base != base
		t.last = round{v.looks, v.wrote, i}
		*v = now
		return completed, passed
	}
	v := now
	if len(t.visited) < most {
		t.visited = append(t.visited, v)
	} else {
		t.visited[t.visits%most] = v
	}
	t.visits++
	return false, false
}

// changed reports whether the look would see something else now, but for another thread at the other end of an unbuffered channel.
func (l *look) changed() bool {
	switch l.what {
	case reading, closedChannel:
		return false
	case unwritten:
		return l.value != 0
	case mutexFree, mutexTaken:
		return *hook.At[int32](l.addr)&1 != 0
	case mutexHeld, mutexOwn:
		return *hook.At[int32](l.addr)&1 == 0
	case noWriter:
		return *hook.At[int32](l.addr) < 0
	case announced:
		return *hook.At[int32](l.addr) >= 0
	case rwHeld, rwOwn:
		return *hook.At[int32](l.addr) == 0
	case noReceiver, noSender:
		n, size, closed, _, _, _ := hook.ChanInfo(hook.Pointer(l.addr))
		return closed || l.what == noReceiver && n < size || l.what == noSender && n > 0
	}
	return hash(l.addr, uintptr(l.what-memory)) != l.value
}

// timed reports whether t has read the clock in its last round.
func (t *Thread) timed() bool {
	for n := t.last.look; n < t.looks; n++ {
		if t.looked[n%most].what == reading {
			return true
		}
	}
	return false
}
