package await

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/clock"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/operation"
	"heddle/sched/state"
)

// A Set is the threads of one execution. It has more than 25 methods because what it is told of them and what it is asked about them are
// many things, and more than 15 fields because it holds how the exploration is done as well.
type Set struct {
	On    bool // the exploration knows of a loop that polls: states are compared
	Turn  int  // after how many operations a thread rests until nothing else can run; 0 for never
	Rests int  // how often it does; 0 for as often as it takes

	Made    *object.Allocations // of the execution
	Clock   *clock.Clock        // of the execution
	Statics *state.Statics      // memory that all can reach; nil if it is not known
	Machine Machine

	Suspect bool    // a thread may poll, and On is false
	Endless bool    // the execution may be one of those that can have any length
	Cycle   *Thread // that has shown that the execution goes on for ever; or nil
	Drains  bool    // the execution is over

	threads    []*Thread
	executions int
	operations int     // in the execution
	proves     bool    // see Proof
	arrived    *Thread // that has just come back home, after a change; or nil
}

// Reset makes ready for another execution.
func (s *Set) Reset() {
	s.executions++
	s.threads, s.operations, s.arrived = s.threads[:0], 0, nil
	s.Suspect, s.Endless, s.Cycle, s.Drains, s.proves = false, false, nil, false, false
}

// Add adds t, which stands before the operation that o is each time. Parent has started it, or is NoThread.
func (s *Set) Add(t *Thread, id, parent model.Thread, o *operation.Operation) {
	*t = Thread{ID: id, Operation: o, visited: t.visited[:0], looked: t.looked[:0], held: t.held[:0], wrote: t.wrote[:0]}
	if parent != model.NoThread {
		t.parent = s.of(parent)
		t.parent.child = t
	}
	s.threads = append(s.threads, t)
}

// of returns the thread of that name.
func (s *Set) of(id model.Thread) *Thread {
	return s.threads[slices.IndexFunc(s.threads, func(t *Thread) bool { return t.ID == id })]
}

// mayIdle are the kinds of operations that may change nothing, or may be undone.
var mayIdle = [model.NumKinds]bool{
	model.Load: true, model.Store: true, model.Swap: true, model.Add: true, model.And: true, model.Or: true, model.CAS: true,
	model.Lock: true, model.TryLock: true, model.Unlock: true, model.RWTryLock: true, model.RLock: true, model.TryRLock: true, model.RUnlock: true,
	model.Recv: true, model.Select: true, model.Len: true, model.Now: true, model.TimerStart: true, model.Wake: true, model.Read: true,
	model.MapRead: true, model.SystemRead: true, model.ReadSection: true, model.WriteSection: true,
}

// Take notes what the transition c of t, which is about to be executed, changes or looks at.
func (s *Set) Take(t *Thread, c model.Choice) {
	var partner *Thread // of a joint event
	if c.Partner != model.NoThread {
		partner = s.of(c.Partner)
	}
	o := t.Operation
	s.operations++
	t.Idle, t.operations, t.ran = t.Idle+1, t.operations+1, s.operations
	if o.Op.Kind != model.TimerStart && o.Op.Kind != model.Wake {
		t.yields = 0
	}
	if !s.On {
		switch {
		case o.Op.Kind == model.Now && t.Idle > suspicious || o.Op.Kind == model.TimerFire && t.operations > suspicious:
			s.Suspect = true
		case !mayIdle[o.Op.Kind]:
			t.Idle = 0
		}
		return
	}
	access := func(write bool) { s.Access(t, uintptr(o.Where), o.Size, write) }
	switch o.Op.Kind {
	case model.Load:
		access(false)
	case model.Store:
		access(true)
	case model.Swap, model.Add, model.And, model.Or:
		access(false)
		access(true)
	case model.CAS:
		access(false)
		if o.Swaps() {
			access(true)
		}
	case model.Lock, model.TryLock:
		switch held := o.MutexHeld(); {
		case held && t.holds(uintptr(o.Where)) >= 0:
			t.look(mutexOwn, o.Where)
		case held:
			t.look(mutexHeld, o.Where)
			s.seen(t, false)
		case o.Op.Kind == model.Lock:
			t.look(mutexFree, o.Where)
			t.hold(o.Where)
		default:
			t.look(mutexTaken, o.Where)
			t.hold(o.Where)
		}
	case model.RLock:
		t.look(noWriter, o.Where)
		t.hold(o.Where)
	case model.TryRLock, model.RWTryLock:
		switch read := o.Op.Kind == model.TryRLock; {
		case o.RWFree() || o.NoWriter() && read:
			t.Effect()
			t.hold(o.Where)
		case read:
			t.look(announced, o.Where)
		case t.holds(uintptr(o.Where)) >= 0:
			t.look(rwOwn, o.Where)
		default:
			if t.look(rwHeld, o.Where); o.NoWriter() {
				s.seen(t, false)
			}
		}
	case model.Acquire:
		t.Effect()
		t.hold(o.Where)
	case model.Unlock, model.RUnlock, model.RWUnlock:
		if i := t.holds(uintptr(o.Where)); o.Op.Kind != model.RUnlock && (i < 0 || t.held[i].seen.counts()) {
			s.seen(t, true) // perhaps it releases the lock of another thread; with read locks, it does not matter whose
		}
		t.free(o.Where)
	case model.Len:
		t.look(memory+hook.WordSize, o.Addr) // the first word of a channel
	case model.Now:
		t.look(reading, nil)
	case model.Recv:
		s.receive(t, partner, o.Addr)
	case model.Select:
		s.spurn(t, int(c.Case))
		if c.Case >= 0 && o.Cases[c.Case].Send {
			t.change(partner)
			break
		} else if c.Case >= 0 {
			s.receive(t, partner, o.Cases[c.Case].C)
		}
		t.lookAtCases(o.Cases, int(c.Case))
	case model.MapRead, model.SystemRead:
		t.look(unwritten, o.Addr)
	case model.MapWrite, model.SystemWrite:
		t.Effect()
		for _, u := range s.threads {
			u.outdate(o.Addr)
		}
	case model.Read, model.Wake:
	case model.TimerStart:
		if !t.sleeps() && !t.restarts() {
			t.Effect()
		}
	default:
		t.change(partner)
	}
}

// change notes that t, and its partner if it has one, change something.
func (t *Thread) change(partner *Thread) {
	if t.Effect(); partner != nil {
		partner.Effect()
	}
}

// receive notes a receive from a channel. It changes nothing if the channel is closed and empty, or a ticker's.
func (s *Set) receive(t, partner *Thread, channel unsafe.Pointer) {
	if s.Clock.TicksOn(channel) {
		return
	}
	if n, _, closed, _, _, _ := hook.ChanInfo(channel); closed && n == 0 {
		t.look(closedChannel, channel)
	} else {
		t.change(partner)
	}
}

// lookAtCases notes that a select has taken none of the cases but taken, which may be -1. If one of them is ready, it may take that as well.
func (t *Thread) lookAtCases(cases []operation.Case, taken int) {
	for i := range cases {
		if c := &cases[i]; c.C != nil && i != taken {
			t.look(untaken(c), c.C)
		}
	}
}

// untaken returns what a look at a case of a select is at that is not taken.
func untaken(c *operation.Case) what {
	if c.Send {
		return noReceiver
	}
	return noSender
}

// Access notes that t is about to access so many bytes at addr, in an operation or not. Size is 0 for a variable of unknown size.
func (s *Set) Access(t *Thread, addr, size uintptr, write bool) {
	if !s.On {
		return
	}
	if size == 0 {
		size = s.Made.Width(addr)
	}
	if size == 0 { // one word or less: it is taken to be as large as its alignment allows
		size = min(addr&-addr, hook.WordSize)
	}
	for _, u := range s.threads {
		if u != t {
			u.touched(addr, size, write, t)
		}
	}
	if t.settle(); size > largest {
		t.Effect()
	} else if write {
		t.write(addr, size, s.Made.Order(addr))
	} else {
		t.look(memory+what(size), hook.Pointer(addr))
	}
}

// seen notes that t sees that another thread holds the lock that its operation is on, or that it releases it.
func (s *Set) seen(t *Thread, releases bool) {
	for _, u := range s.threads {
		if i := u.holds(uintptr(t.Operation.Where)); i >= 0 && u != t {
			u.held[i].seen.add(t, releases)
		}
	}
}

// Missed reports whether a look of t in its last round would see something else now, or a write that changed nothing would change something,
// or either in the middle of another thread's round.
func (s *Set) Missed(t *Thread) bool { return s.missed(t, true) }

// missed is Missed, with the rounds of others or without.
func (s *Set) missed(t *Thread, within bool) bool {
	for i := t.last.write; i < len(t.wrote); i++ {
		w := &t.wrote[i]
		if w.left > 0 && hash(w.addr, w.size) != w.after || within && s.writes(t, w.addr, w.size) {
			return true
		}
	}
	for n := t.last.look; n < t.looks; n++ {
		l := &t.looked[n%most]
		if l.wrote > t.last.write {
			continue // it has read what it had written in the same round
		}
		if (l.what == mutexOwn || l.what == rwOwn) && t.holds(l.addr) < 0 {
			continue // it has released it since
		}
		if s.differs(t, l) || within && s.changes(t, l) {
			return true
		}
	}
	return false
}

// differs reports whether the look of t would see something else now.
func (s *Set) differs(t *Thread, l *look) bool {
	return l.changed() || l.what == noReceiver && s.meets(t, l.addr, false) || l.what == noSender && s.meets(t, l.addr, true)
}

// changes reports whether another thread, which waits, changes what t has looked at in each of its rounds. It undoes that each time.
func (s *Set) changes(t *Thread, l *look) bool {
	if l.what <= memory && l.what != mutexTaken {
		return false
	}
	if l.what > memory {
		return s.writes(t, l.addr, uintptr(l.what-memory))
	}
	for _, u := range s.threads {
		for n := u.last.look; n < u.looks && u.goesRound(t); n++ {
			if k := &u.looked[n%most]; k.addr == l.addr && (k.what == mutexFree || k.what == mutexTaken) {
				return true
			}
		}
	}
	return false
}

// writes reports whether another thread, which waits, changes some of the so many bytes at addr in each of its rounds.
func (s *Set) writes(t *Thread, addr, size uintptr) bool {
	for _, u := range s.threads {
		for i := u.last.write; i < len(u.wrote) && u.goesRound(t); i++ {
			if w := &u.wrote[i]; w.differs && w.overlaps(addr, size) {
				return true
			}
		}
	}
	return false
}

// goesRound reports whether t is another thread than u, and polls.
func (t *Thread) goesRound(u *Thread) bool { return t != u && !t.Done && (t.Waits || t.Sleeps) }

// meets reports whether another thread than t waits to send to the channel, or to receive from it. A select with a default does not wait.
func (s *Set) meets(t *Thread, channel uintptr, send bool) bool {
	for _, u := range s.threads {
		o := u.Operation
		if u == t || u.Done || o.Op.Polls() {
			continue
		}
		if uintptr(o.Addr) == channel && (send && o.Op.Kind == model.Send || !send && o.Op.Kind == model.Recv) {
			return true
		}
		for i := range o.Cases {
			if o.Op.Kind == model.Select && uintptr(o.Cases[i].C) == channel && o.Cases[i].Send == send {
				return true
			}
		}
	}
	return false
}

// GivesUp reports whether an execution in which only threads that wait could run is given up: one of them has missed something.
func (s *Set) GivesUp() bool {
	for _, t := range s.threads {
		if t.Waits && !t.Done && s.Missed(t) {
			return true
		}
	}
	return false
}

// Rouse ends the waiting of the threads that have missed something, and reports whether there are any. Then they look again.
func (s *Set) Rouse() (some bool) {
	for _, t := range s.threads {
		if t.Waits && !t.Done && s.Missed(t) {
			t.Waits, some = false, true
		}
	}
	return some
}

// holder returns the thread that holds the lock for which t waits; nil if there is none.
func (s *Set) holder(t *Thread) *Thread {
	if k := t.Operation.Op.Kind; t.Done || k != model.Lock && k != model.RLock && k != model.Announce && k != model.Acquire {
		return nil
	}
	for _, u := range s.threads {
		if u.holds(uintptr(t.Operation.Where)) >= 0 {
			return u
		}
	}
	return nil
}
