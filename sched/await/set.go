package await

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/operation"
)

// A Set is the threads of one execution.
type Set struct {
	On      bool // the exploration knows of a loop that polls: states are compared
	Suspect bool // a thread may poll, and On is false

	Made *object.Allocations // of the execution

	threads []*Thread
}

// Reset makes ready for another execution.
func (s *Set) Reset() { s.threads, s.Suspect = s.threads[:0], false }

// Add adds t, which stands before the operation that o is each time.
func (s *Set) Add(t *Thread, o *operation.Operation) {
	*t = Thread{Operation: o, visited: t.visited[:0], looked: t.looked[:0], held: t.held[:0], wrote: t.wrote[:0]}
	s.threads = append(s.threads, t)
}

// mayIdle are the kinds of operations that may change nothing, or may be undone.
var mayIdle = [model.NumKinds]bool{
	model.Load: true, model.Store: true, model.Swap: true, model.Add: true, model.And: true, model.Or: true, model.CAS: true,
	model.Lock: true, model.TryLock: true, model.Unlock: true, model.RWTryLock: true, model.RLock: true, model.TryRLock: true, model.RUnlock: true,
	model.Recv: true, model.Select: true, model.Len: true, model.Now: true, model.TimerStart: true, model.Wake: true, model.Read: true,
}

// Visits reports whether states are compared where t stands now.
func (s *Set) Visits(t *Thread) bool {
	switch k := t.Operation.Op.Kind; k {
	case model.Wake, model.Unlock, model.RUnlock, model.Store, model.Swap, model.Add, model.And, model.Or:
		return false // not where it has taken something that it gives back in each round
	case model.TimerStart:
		return s.On && !t.Naps && t.sleeps()
	default:
		return s.On && !t.Naps && mayIdle[k]
	}
}

// sleeps reports whether the operation of t is the start of a Sleep, not of a timer.
func (t *Thread) sleeps() bool { return t.Operation.Op.Obj == model.NoObject }

// Take notes what the transition c of t, which is about to be executed, changes or looks at. Partner is the other
// thread of a joint event, or nil.
func (s *Set) Take(t, partner *Thread, c model.Choice) {
	o := t.Operation
	t.Idle++
	if !s.On {
		if !mayIdle[o.Op.Kind] {
			t.Idle = 0
		}
		s.Suspect = s.Suspect || t.Idle > suspicious
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
		if o.MutexHeld() {
			t.look(mutexHeld, o.Where)
			s.seen(t)
		} else {
			t.look(mutexFree, o.Where)
			t.hold(o.Where)
		}
	case model.RLock:
		t.look(noWriter, o.Where)
		t.hold(o.Where)
	case model.TryRLock, model.RWTryLock:
		if t.look(memory+4, o.Where); o.RWFree() || o.NoWriter() && o.Op.Kind == model.TryRLock {
			t.Effect()
		} else {
			s.seen(t)
		}
	case model.Acquire:
		t.Effect()
		t.hold(o.Where)
	case model.Unlock, model.RUnlock, model.RWUnlock:
		t.free(o.Where)
	case model.Len:
		t.look(memory+hook.WordSize, o.Addr) // the first word of a channel
	case model.Now:
		t.look(clock, nil)
	case model.Recv:
		t.receive(partner, o.Addr)
	case model.Select:
		if c.Case >= 0 && !o.Cases[c.Case].Send {
			t.receive(partner, o.Cases[c.Case].C)
		} else if c.Case >= 0 {
			t.change(partner)
		} else {
			t.lookAtCases(o.Cases)
		}
	case model.Read, model.Wake:
	case model.TimerStart:
		if !t.sleeps() {
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

// receive notes a receive from a channel. It changes nothing if the channel is closed and empty.
func (t *Thread) receive(partner *Thread, channel unsafe.Pointer) {
	if n, _, closed, _, _, _ := hook.ChanInfo(channel); closed && n == 0 {
		t.look(closedChannel, channel)
	} else {
		t.change(partner)
	}
}

// lookAtCases notes that none of the cases of a select was ready.
func (t *Thread) lookAtCases(cases []operation.Case) {
	for i := range cases {
		switch c := &cases[i]; {
		case c.C == nil:
		case c.Send:
			t.look(noReceiver, c.C)
		default:
			t.look(noSender, c.C)
		}
	}
}

// Access notes that t is about to access so many bytes at addr, in an operation or not. Size is 0 for a variable of unknown size.
func (s *Set) Access(t *Thread, addr, size uintptr, write bool) {
	if !s.On {
		if write {
			t.Idle = 0
		}
		return
	}
	if size == 0 { // one word or less: it is taken to be as large as its alignment allows
		size = min(addr&-addr, hook.WordSize)
	}
	for _, u := range s.threads {
		if u != t {
			u.touched(addr, size)
		}
	}
	if size > largest {
		t.Effect()
	} else if write {
		t.write(addr, size, s.Made.Order(addr))
	} else {
		t.look(memory+what(size), hook.Pointer(addr))
	}
}

// seen notes that t sees that another thread holds the lock that its operation is on.
func (s *Set) seen(t *Thread) {
	for _, u := range s.threads {
		if i := u.holds(t.Operation.Where); i >= 0 && u != t {
			u.held[i].seen = true
		}
	}
}

// Missed reports whether a look of t in its last round would see something else now.
func (s *Set) Missed(t *Thread) bool {
	for n := t.last.look; n < t.looks; n++ {
		if l := &t.looked[n%most]; l.changed() || s.changes(t, l) || l.what == noReceiver && s.meets(t, l.addr, false) || l.what == noSender && s.meets(t, l.addr, true) {
			return true
		}
	}
	return false
}

// changes reports whether another thread, which waits, writes to what t has looked at in each of its rounds. It undoes that each time.
func (s *Set) changes(t *Thread, l *look) bool {
	if l.what <= memory {
		return false
	}
	for _, u := range s.threads {
		if u == t || u.Done || !u.Waits && !u.Sleeps {
			continue
		}
		for i := u.last.write; i < len(u.wrote); i++ {
			if u.wrote[i].overlaps(l.addr, uintptr(l.what-memory)) {
				return true
			}
		}
	}
	return false
}

// meets reports whether another thread than t waits to send to the channel, or to receive from it.
func (s *Set) meets(t *Thread, channel uintptr, send bool) bool {
	for _, u := range s.threads {
		o := u.Operation
		if u == t || u.Done {
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

// Futile reports whether t polls for ever, unless another thread does something.
func (s *Set) Futile(t *Thread) bool {
	return !t.Done && (t.Waits || t.Sleeps && t.Operation.Op.Kind == model.Wake) && !s.Missed(t)
}

// TimePassed ends all waiting if base, the last moment at which nothing else could run, is a new one.
func (s *Set) TimePassed(base int64) {
	for _, t := range s.threads {
		if !t.Waits {
			continue
		}
		if v := &t.visited[t.last.visit]; v.base != base {
			t.Waits, v.base = false, base
		}
	}
}

// Deadlocked reports whether some of the threads wait for one another's locks.
func (s *Set) Deadlocked() bool {
	for _, t := range s.threads {
		u := t
		for range s.threads {
			if u = s.holder(u); u == nil || u == t {
				break
			}
		}
		if u == t {
			return true
		}
	}
	return false
}

// holder returns the thread that holds the lock for which t waits; nil if there is none.
func (s *Set) holder(t *Thread) *Thread {
	if k := t.Operation.Op.Kind; t.Done || k != model.Lock && k != model.RLock && k != model.Announce && k != model.Acquire {
		return nil
	}
	for _, u := range s.threads {
		if u.holds(t.Operation.Where) >= 0 {
			return u
		}
	}
	return nil
}
