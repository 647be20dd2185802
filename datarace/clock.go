package datarace

import "heddle/model"

// An epoch is one component of a vector clock. It can also hold an access made at that time. From the high bits down it
// has 32 bits of clock, 22 bits of the thread's index, a bit that is set for an atomic access, one that is set for a write, and
// 8 bits that are the mask of the bytes accessed.
type epoch uint64

const (
	epochAtomic epoch = 1 << 9
	epochWrite  epoch = 1 << 8
	epochMask   epoch = 0xff
	epochIndex        = 10 // lowest bit of the index
	epochClock        = 32 // lowest bit of the clock
)

func makeEpoch(clock uint32, index int) epoch {
	return epoch(clock)<<epochClock | epoch(index)<<epochIndex
}

func (e epoch) clock() uint32 { return uint32(e >> epochClock) }
func (e epoch) index() int    { return int(uint32(e) >> epochIndex) }
func (e epoch) write() bool   { return e&epochWrite != 0 }
func (e epoch) atomic() bool  { return e&epochAtomic != 0 }
func (e epoch) mask() epoch   { return e & epochMask }

// conflicts reports whether accesses like e and f of a common byte race when they are not ordered: one of them is a write, and not both
// are atomic.
func (e epoch) conflicts(f epoch) bool { return (e|f)&epochWrite != 0 && e&f&epochAtomic == 0 }

// covers reports whether every access that conflicts with one like f also conflicts with one like e.
func (e epoch) covers(f epoch) bool {
	return (e.write() || !f.write()) && (!e.atomic() || f.atomic())
}

// sameTime reports whether e and f are the same component at the same time, with or without accesses.
func (e epoch) sameTime(f epoch) bool { return e>>epochIndex == f>>epochIndex }

// A vectorTime is a vector clock, indexed like Detector.threads. Components beyond its end are 0.
type vectorTime []uint32

// reached reports whether v is at least e: whether what was done in e happens before v.
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

// join returns the least upper bound of v and w. It overwrites v.
func (v vectorTime) join(w vectorTime) vectorTime {
	v = v.extend(len(w))
	for i, c := range w {
		v[i] = max(v[i], c)
	}
	return v
}

// tick starts the next epoch of the thread. A clock that has reached the old one has not reached the new one.
func (th *detectorThread) tick() {
	th.time[th.epoch.index()]++
	th.epoch += 1 << epochClock
}

// A syncTable holds the clocks of the objects, or of the slots, that threads synchronize by. The zero value is an empty
// table.
type syncTable []syncClock

// A syncClock is the clock of one object.
type syncClock struct {
	run uint32 // the execution in which it was last released
	// last is the epoch of the release that time is a copy of, or 0 if time comes from several releases.
	// Invariant: a clock that has reached last is at least time.
	last epoch
	time vectorTime
}

// Others is a number that grows whenever t learns of something that another thread has done.
func (r *Detector) Others(t model.Thread) (sum uint64) {
	th := r.thread(t)
	for i, c := range th.time {
		if i != th.epoch.index() {
			sum += uint64(c)
		}
	}
	return sum
}

// Acquire orders t after the releases of o that it observes: the last Release and all ReleaseMerges since.
func (r *Detector) Acquire(t model.Thread, o model.Object) {
	r.record(model.StepJoin, Knower{ThreadKnower, int32(t)}, Knower{ObjectKnower, int32(o)})
	r.objects.acquire(r, t, int32(o))
}

// Release orders what t has done so far, and nothing else, before later acquires of o.
func (r *Detector) Release(t model.Thread, o model.Object) {
	r.record(model.StepCopy, Knower{ObjectKnower, int32(o)}, Knower{ThreadKnower, int32(t)})
	r.objects.release(r, t, int32(o))
}

// ReleaseMerge orders what t has done so far before later acquires of o, in addition to what they would observe without
// it.
func (r *Detector) ReleaseMerge(t model.Thread, o model.Object) {
	r.record(model.StepJoin, Knower{ObjectKnower, int32(o)}, Knower{ThreadKnower, int32(t)})
	r.objects.merge(r, t, int32(o))
}

// AcquireSlot is Acquire for a slot. Slots are synchronization objects that the caller numbers, apart from the
// model.Objects: the places in the buffer of a channel, the two sides of an RWMutex. Their numbers must be small and
// dense, from 0.
func (r *Detector) AcquireSlot(t model.Thread, slot int32) {
	r.record(model.StepJoin, Knower{ThreadKnower, int32(t)}, Knower{SlotKnower, slot})
	r.slots.acquire(r, t, slot)
}

// ReleaseSlot is Release for a slot.
func (r *Detector) ReleaseSlot(t model.Thread, slot int32) {
	r.record(model.StepCopy, Knower{SlotKnower, slot}, Knower{ThreadKnower, int32(t)})
	r.slots.release(r, t, slot)
}

// ReleaseMergeSlot is ReleaseMerge for a slot.
func (r *Detector) ReleaseMergeSlot(t model.Thread, slot int32) {
	r.record(model.StepJoin, Knower{SlotKnower, slot}, Knower{ThreadKnower, int32(t)})
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
