package datarace

import "heddle/model"

// An epoch is one component of a vector clock, with room for what an access did in it: from the high bits down, 32 bits of clock, 23 of
// the thread's index, one that says write, 8 of mask.
type epoch uint64

const (
	epochWrite epoch = 1 << 8
	epochMask  epoch = 0xff
	epochIndex       = 9  // lowest bit of the index
	epochClock       = 32 // lowest bit of the clock
)

func makeEpoch(clock uint32, index int) epoch {
	return epoch(clock)<<epochClock | epoch(index)<<epochIndex
}

func (e epoch) clock() uint32 { return uint32(e >> epochClock) }
func (e epoch) index() int    { return int(uint32(e) >> epochIndex) }
func (e epoch) write() bool   { return e&epochWrite != 0 }
func (e epoch) mask() epoch   { return e & epochMask }

// sameTime reports whether e and f are the same component at the same time, whatever the accesses did.
func (e epoch) sameTime(f epoch) bool { return e>>epochIndex == f>>epochIndex }

// A vectorTime is a vector clock, indexed as Races.threads is; what lies beyond its end is 0.
type vectorTime []uint32

// reached reports whether the time is at least that of e.
func (v vectorTime) reached(e epoch) bool {
	i := e.index()
	return i < len(v) && v[i] >= e.clock()
}

// extend returns v with at least n components.
func (v vectorTime) extend(n int) vectorTime {
	for len(v) < n {
		v = append(v, 0)
	}
	return v
}

// join returns the least time that is at least v and w. It overwrites v.
func (v vectorTime) join(w vectorTime) vectorTime {
	v = v.extend(len(w))
	for i, c := range w {
		v[i] = max(v[i], c)
	}
	return v
}

// tick starts the thread's next epoch, so that who knows the last one does not know what comes now.
func (th *detectorThread) tick() {
	th.time[th.epoch.index()]++
	th.epoch += 1 << epochClock
}

// A syncTable holds the clocks of what threads synchronize by. The zero value is an empty table.
type syncTable []syncClock

// A syncClock is the clock of one object.
type syncClock struct {
	run uint32 // the execution in which it was released last
	// last is the epoch of the one thread whose release made time what it is; 0 if there is no such thread.
	// Invariant: who has reached last has reached time.
	last epoch
	time vectorTime
}

// Acquire orders t after the releases of o whose effect it observes: the last Release and all ReleaseMerges since.
func (r *Detector) Acquire(t model.Thread, o model.Object) {
	r.record(model.RaceJoin, Knower{ThreadKnower, int32(t)}, Knower{ObjectKnower, int32(o)})
	r.objects.acquire(r, t, int32(o))
}

// Release makes what t has done so far, and nothing else, visible to those that acquire o from now on.
func (r *Detector) Release(t model.Thread, o model.Object) {
	r.record(model.RaceCopy, Knower{ObjectKnower, int32(o)}, Knower{ThreadKnower, int32(t)})
	r.objects.release(r, t, int32(o))
}

// ReleaseMerge makes what t has done so far visible to those that acquire o from now on, beside what is visible to them already.
func (r *Detector) ReleaseMerge(t model.Thread, o model.Object) {
	r.record(model.RaceJoin, Knower{ObjectKnower, int32(o)}, Knower{ThreadKnower, int32(t)})
	r.objects.merge(r, t, int32(o))
}

// AcquireSlot, ReleaseSlot and ReleaseMergeSlot are Acquire, Release and ReleaseMerge for objects of another numbering, which is
// the caller's: the places in the buffer of a channel, the two sides of an RWMutex. Slots must be small and dense.
func (r *Detector) AcquireSlot(t model.Thread, slot int32) {
	r.record(model.RaceJoin, Knower{ThreadKnower, int32(t)}, Knower{SlotKnower, slot})
	r.slots.acquire(r, t, slot)
}

// ReleaseSlot is Release.
func (r *Detector) ReleaseSlot(t model.Thread, slot int32) {
	r.record(model.RaceCopy, Knower{SlotKnower, slot}, Knower{ThreadKnower, int32(t)})
	r.slots.release(r, t, slot)
}

// ReleaseMergeSlot is ReleaseMerge.
func (r *Detector) ReleaseMergeSlot(t model.Thread, slot int32) {
	r.record(model.RaceJoin, Knower{SlotKnower, slot}, Knower{ThreadKnower, int32(t)})
	r.slots.merge(r, t, slot)
}

func (s syncTable) acquire(r *Detector, t model.Thread, i int32) {
	if int(i) >= len(s) || s[i].run != r.run {
		return
	}
	c, th := &s[i], r.thread(t)
	if c.last != 0 && th.time.reached(c.last) {
		return
	}
	th.time = th.time.join(c.time)
}

func (s *syncTable) release(r *Detector, t model.Thread, i int32) {
	c, th := s.at(i), r.thread(t)
	c.run = r.run
	c.last = th.epoch
	c.time = append(c.time[:0], th.time...)
	th.tick()
}

func (s *syncTable) merge(r *Detector, t model.Thread, i int32) {
	c, th := s.at(i), r.thread(t)
	if c.run != r.run || c.last != 0 && th.time.reached(c.last) {
		s.release(r, t, i)
		return
	}
	c.last = 0
	c.time = c.time.join(th.time)
	th.tick()
}

func (s *syncTable) at(i int32) *syncClock {
	for int(i) >= len(*s) {
		*s = append(*s, syncClock{})
	}
	return &(*s)[i]
}
