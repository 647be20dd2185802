package datarace

import (
	"math/bits"

	"heddle/model"
)

// Races finds the data races among the plain accesses of one execution, by FastTrack (Flanagan and Freund, PLDI 2009).
//
// Two accesses race when they touch a common byte, one of them at least is a write, and neither happens before the other.
// Happens-before here is that of Go's memory model: program order, the start of a thread, and the synchronizes-before edges from a
// release to the acquires that observe it. That is less than a Mazurkiewicz trace orders, so its clocks do not serve here: a store comes
// after the loads before it in the trace, but it observes nothing of the threads that made them.
//
// Every thread has a vector clock, and an epoch: its own component of it, which goes up at each release. An access is
// recorded with its thread's epoch only; it happens before what a thread t does now if t's clock has reached that epoch.
// Where we differ from the paper:
//
//   - Shadow words of eight bytes, with a mask of the bytes touched, take the place of variables, see shadow.
//   - Unordered reads are several records of one word instead of a vector clock that the word is inflated to.
//   - After its first race a word is forgotten until the end of the execution, as the paper advises.
//
// An access of n words costs O(n), in the same epoch as the access before it a few nanoseconds; a synchronization costs O(threads) or
// less. At each access a race is found exactly if the access races with any earlier one on a word that has not shown a race yet.
//
// One Races serves any number of executions, one after the other; Reset must be called before each, the first included.
type Detector struct {
	run     uint32 // the number of the execution, tells this execution's clocks from older ones
	live    int    // threads[:live] have been started in this execution
	threads []detectorThread
	index   []int32 // thread -> index in threads, -1 for a thread that has not been started

	objects syncTable
	slots   syncTable
	shadow  shadow

	recording bool // see Record
	steps     []RecordedStep
	marked    int // see Mark
}

// A raceThread is what Races knows of one thread.
type detectorThread struct {
	name  model.Thread
	n     uint64 // accesses so far
	epoch epoch  // Invariant: clock and index are those of time[index]
	time  vectorTime
}

// An AccessID names the N-th plain access of a thread, counted from 1. It is the same access in every execution that follows the same
// schedule, so that a second run can stop at it and take its stack.
type AccessID struct {
	Thread model.Thread
	N      uint64
}

// A Conflict is one data race: two accesses of the byte at Addr that are not ordered, the second the one that was made later.
type Race struct {
	First, Second           AccessID
	FirstWrite, SecondWrite bool
	Addr                    uintptr
}

// Reset forgets everything and makes ready for another execution.
func (r *Detector) Reset() {
	r.run++
	if r.run == 0 {
		r.objects, r.slots = syncTable{}, syncTable{}
		r.run = 1
	}
	for i := range r.threads[:r.live] {
		r.index[r.threads[i].name] = -1
	}
	r.live = 0
	r.shadow.reset()
	r.recording, r.marked = false, 0
}

// Forget drops all accesses, and keeps the clocks: what comes next may race with nothing before it. It must be called when
// addresses may stand for other memory than they did, as after a garbage collection.
func (r *Detector) Forget() { r.shadow.forget() }

// Partial reports whether accesses of this execution had to be dropped because it touched more memory than there is room
// for. The races found are races all the same; others may have been missed.
func (r *Detector) Partial() bool { return r.shadow.partial }

// Start makes child a thread of the execution, after all that parent has done so far; after nothing if parent is NoThread.
// A thread must be started before anything else is said of it.
func (r *Detector) Start(child, parent model.Thread) {
	for int(child) >= len(r.index) {
		r.index = append(r.index, -1)
	}
	if r.index[child] >= 0 {
		panic("datarace:  thread started twice")
	}
	if r.live == len(r.threads) {
		r.threads = append(r.threads, detectorThread{})
	}
	from := Knower{}
	if parent != model.NoThread {
		from = Knower{ThreadKnower, int32(parent)}
	}
	r.record(model.RaceCopy, Knower{ThreadKnower, int32(child)}, from)
	i := r.live
	r.index[child] = int32(i)
	r.live++

	c := &r.threads[i]
	c.name, c.n, c.time = child, 0, c.time[:0]
	if parent != model.NoThread {
		p := r.thread(parent)
		c.time = append(c.time, p.time...)
		p.tick()
	}
	c.time = c.time.extend(i + 1)
	c.time[i] = 1
	c.epoch = makeEpoch(1, i)
}

// Join orders t after all that u has done so far. A rendezvous is a Join each way.
func (r *Detector) Join(t, u model.Thread) {
	r.record(model.RaceJoin, Knower{ThreadKnower, int32(t)}, Knower{ThreadKnower, int32(u)})
	from := r.thread(u)
	to := r.thread(t)
	to.time = to.time.join(from.time)
	from.tick()
}

// Access records a plain access by t of the size bytes from addr on, and returns a race of it with an earlier access, if there is
// one. Size 0 stands for a scalar whose size is not known: its first byte. Of the words of one access that show a race the
// first is returned, and none of them shows another.
func (r *Detector) Access(t model.Thread, addr, size uintptr, write bool) (Race, bool) {
	th := r.thread(t)
	th.n++
	e := th.epoch
	if write {
		e |= epochWrite
	}
	if size > 1 {
		return r.accessRange(th, addr, size, e)
	}
	e |= 1 << (addr & 7)
	word := addr >> 3
	if r.recording {
		r.recordAccess(t, word, uint8(e.mask()), write)
	}
	if r.shadow.same(word, e) {
		return Race{}, false
	}
	old, raced := r.shadow.touch(word, e, th)
	if !raced {
		return Race{}, false
	}
	return r.conflict(word, old, shadowRecord{e, th.n}), true
}

// accessRange is Access for more than one byte; e has no mask yet.
func (r *Detector) accessRange(th *detectorThread, addr, size uintptr, e epoch) (first Race, found bool) {
	last := addr + size - 1
	for word := addr >> 3; word <= last>>3; word++ {
		mask := epoch(0xff)
		if word == addr>>3 {
			mask &= 0xff << (addr & 7)
		}
		if word == last>>3 {
			mask &= 0xff >> (7 - last&7)
		}
		if r.recording {
			r.recordAccess(th.name, word, uint8(mask), e.write())
		}
		if r.shadow.same(word, e|mask) {
			continue
		}
		old, raced := r.shadow.touch(word, e|mask, th)
		if raced && !found {
			first, found = r.conflict(word, old, shadowRecord{e | mask, th.n}), true
		}
	}
	return first, found
}

// conflict puts a race of two records of one word into words.
func (r *Detector) conflict(word uintptr, first, second shadowRecord) Race {
	return Race{
		First:       AccessID{r.threads[first.epoch.index()].name, first.n},
		Second:      AccessID{r.threads[second.epoch.index()].name, second.n},
		FirstWrite:  first.epoch.write(),
		SecondWrite: second.epoch.write(),
		Addr:        word<<3 + uintptr(bits.TrailingZeros64(uint64(first.epoch.mask()&second.epoch.mask()))),
	}
}

// thread returns what is known of t, which must have been started.
func (r *Detector) thread(t model.Thread) *detectorThread { return &r.threads[r.index[t]] }
