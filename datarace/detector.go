// Package datarace finds the data races of an execution. Its caller reports plain and atomic accesses, the start of threads, and
// releases and acquires; a Detector keeps the vector clocks that Go's memory model asks for, and returns a Race when an
// access is not ordered with an earlier one. The package knows threads and objects by their numbers, and nothing of how
// a program is executed or explored.
//
//	var d datarace.Detector
//	d.Reset()
//	d.Start(0, model.NoThread)
//	d.Start(1, 0)
//	d.Access(0, addr, 8, true)
//	race := d.Access(1, addr, 8, false) // not nil: nothing orders the two
//
// A Detector can also record what it does as steps between knowers (Record, Steps), for algorithms that remember
// states.
package datarace

import (
	"math/bits"

	"heddle/model"
)

// A Detector finds the data races among the accesses of one execution, by FastTrack (Flanagan and Freund,
// FastTrack: Efficient and Precise Dynamic Race Detection, PLDI 2009).
//
// Two accesses race if they touch a common byte, at least one of them is a write, at least one of them is not atomic, and neither
// happens before the other.
// Happens-before here is that of Go's memory model: program order, the start of a thread, and the synchronizes-before
// edges from a release to the acquires that observe it. A Mazurkiewicz trace orders more, so its clocks are of no use
// here: in a trace a store happens after the loads before it, but in Go it observes nothing of the threads that made
// them.
//
// Every thread has a vector clock. Its epoch is its own component, which grows at each release. An access is recorded
// with its thread's epoch only. It happens before what thread t does now if t's clock has reached that epoch. Where we
// differ from the paper:
//
//   - Shadow words of eight bytes, with a mask of the bytes touched, replace variables: see shadow.
//   - Unordered reads are several records of one word. The paper inflates the variable's read epoch to a vector clock.
//   - After its first race a word is ignored until the end of the execution, as the paper advises.
//
// An access of n words takes O(n) time; in the same epoch as the access before it, a few nanoseconds. A synchronization
// takes O(threads) time or less. An access is reported if and only if it races with an earlier one on a word that has
// not shown a race yet, unless Partial reports true.
//
// It has more than 25 methods because each kind of access, and of edge, is one.
//
// One Detector serves any number of executions, one after the other. Reset must be called before each, the first
// included.
type Detector struct {
	run     uint32 // the number of the execution: tells its clocks from those of older executions
	live    int    // threads[:live] have been started in this execution
	threads []detectorThread
	index   []int32 // by thread: its index in threads, or -1 if it has not been started

	objects syncTable
	slots   syncTable
	shadow  shadow

	race Race // that the last access has shown, if it has shown one

	recording bool // see Record
	steps     []Step
	marked    int // see Mark
}

// A detectorThread is what a Detector knows about one thread.
type detectorThread struct {
	name  model.Thread
	n     uint64 // accesses so far
	epoch epoch  // Invariant: clock and index are those of time[index]
	time  vectorTime
}

// An AccessID names the N-th access of a thread, counted from 1. It is the same access in every execution with
// the same schedule, so that a second run can stop at it and record its stack.
type AccessID struct {
	Thread model.Thread
	N      uint64
}

// A Race is a data race: two accesses of the byte at Addr, at least one of them a write and not both atomic, that are not ordered.
// Second was executed later.
type Race struct {
	First, Second Access
	Addr          uintptr
}

// An Access is one side of a race.
type Access struct {
	AccessID
	Write, Atomic bool
}

// Reset forgets everything, for the next execution.
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

// Forget drops all accesses and keeps the clocks: later accesses race with none of those before. It must be called when
// an address may have become that of other memory, as after a garbage collection.
func (r *Detector) Forget() { r.shadow.forget() }

// Partial reports whether accesses of this execution had to be dropped because it touched more memory than there is
// room for. Every race found is a race, but others may have been missed.
func (r *Detector) Partial() bool { return r.shadow.partial }

// Start adds child to the threads of the execution, and orders it after all that parent has done so far, or after
// nothing if parent is NoThread. A thread must be started once, before it is named in any other call.
func (r *Detector) Start(child, parent model.Thread) {
	for int(child) >= len(r.index) {
		r.index = append(r.index, -1)
	}
	if r.index[child] >= 0 {
		panic("datarace: thread started twice")
	}
	if r.live == len(r.threads) {
		r.threads = append(r.threads, detectorThread{})
	}
	from := Knower{}
	if parent != model.NoThread {
		from = Knower{ThreadKnower, int32(parent)}
	}
	r.record(model.StepCopy, Knower{ThreadKnower, int32(child)}, from)
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
	r.record(model.StepJoin, Knower{ThreadKnower, int32(t)}, Knower{ThreadKnower, int32(u)})
	from := r.thread(u)
	to := r.thread(t)
	to.time = to.time.join(from.time)
	from.tick()
}

// Access records a plain access by t of the size bytes from addr on. It returns a race with an earlier access, which is valid until the
// next one, or nil if there is none. Size 0 is a scalar of unknown size, and counts as its first byte. If several words of the
// access race, the result is the race on the first, and none of them shows another.
//
// A Race is not returned as a value, because copying one takes longer than most accesses.
func (r *Detector) Access(t model.Thread, addr, size uintptr, write bool) *Race {
	th := r.thread(t)
	e := th.epoch
	if write {
		e |= epochWrite
	}
	return r.access(th, addr, size, e)
}

// AccessAtOnce is Access where that finds no race and needs no memory: it reports whether it has recorded the access. If not, Access must be called.
func (r *Detector) AccessAtOnce(t model.Thread, addr, size uintptr, write bool) bool {
	if size > 1 || r.recording {
		return false
	}
	th := r.thread(t)
	e := th.epoch | 1<<(addr&7)
	if write {
		e |= epochWrite
	}
	th.n++
	if r.shadow.known(addr>>3, e, th) {
		return true
	}
	th.n--
	return false
}

// Atomic is Access for an atomic access. It orders nothing: of an operation that acquires and releases, it must be called in between. For
// before the acquire the access is not yet ordered after what the operation observes, and after the release others that observe the
// operation would not be ordered after the access.
func (r *Detector) Atomic(t model.Thread, addr, size uintptr, write bool) *Race {
	th := r.thread(t)
	e := th.epoch | epochAtomic
	if write {
		e |= epochWrite
	}
	return r.access(th, addr, size, e)
}

// access is Access; e has no mask yet.
func (r *Detector) access(th *detectorThread, addr, size uintptr, e epoch) *Race {
	th.n++
	if at := addr & 7; size <= 1 {
		return r.accessWord(th, addr>>3, e|1<<at)
	} else if size <= 8-at {
		return r.accessWord(th, addr>>3, e|(1<<size-1)<<at)
	}
	return r.accessRange(th, addr, size, e)
}

// accessWord is Access for bytes of one word, the mask of e.
func (r *Detector) accessWord(th *detectorThread, word uintptr, e epoch) *Race {
	if r.recording {
		r.recordAccess(th.name, word, e)
	}
	if r.shadow.known(word, e, th) {
		return nil
	}
	old, raced := r.shadow.touch(word, e, th)
	if !raced {
		return nil
	}
	r.race = r.conflict(word, old, shadowRecord{e, th.n})
	return &r.race
}

// Probe is Access of one byte, for an access that is no memory's: it is not counted, and only says whether there is a race.
func (r *Detector) Probe(t model.Thread, addr uintptr, write bool) bool {
	race := r.Access(t, addr, 0, write)
	r.thread(t).n--
	return race != nil
}

// ProbeAtomic is Probe for an atomic access.
func (r *Detector) ProbeAtomic(t model.Thread, addr uintptr, write bool) bool {
	race := r.Atomic(t, addr, 0, write)
	r.thread(t).n--
	return race != nil
}

// Accesses returns how many accesses t has made.
func (r *Detector) Accesses(t model.Thread) uint64 { return r.thread(t).n }

// accessRange is Access for more than one word; e has no mask yet.
func (r *Detector) accessRange(th *detectorThread, addr, size uintptr, e epoch) *Race {
	var first Race
	found := false
	last := addr + size - 1
	for word := addr >> 3; word <= last>>3; word++ {
		mask := epoch(0xff)
		if word == addr>>3 {
			mask &= 0xff << (addr & 7)
		}
		if word == last>>3 {
			mask &= 0xff >> (7 - last&7)
		}
		if race := r.accessWord(th, word, e|mask); race != nil && !found {
			first, found = *race, true
		}
	}
	if !found {
		return nil
	}
	r.race = first
	return &r.race
}

// conflict returns the race between two records of one word.
func (r *Detector) conflict(word uintptr, first, second shadowRecord) Race {
	return Race{
		First:  first.access(r.threads),
		Second: second.access(r.threads),
		Addr:   word<<3 + uintptr(bits.TrailingZeros64(uint64(first.epoch.mask()&second.epoch.mask()))),
	}
}

func (x shadowRecord) access(threads []detectorThread) Access {
	return Access{AccessID{threads[x.epoch.index()].name, x.n}, x.epoch.write(), x.epoch.atomic()}
}

// thread returns what is known about t, which must have been started.
func (r *Detector) thread(t model.Thread) *detectorThread { return &r.threads[r.index[t]] }
