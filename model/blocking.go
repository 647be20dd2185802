package model

// A Status is the abstract state of one object: what decides whether an operation on it is enabled. The zero value is
// that of a new object. A Status does not know which threads wait for a Cond, which timers are armed, and who could be
// the partner of an unbuffered send or receive.
type Status struct {
	// N is the number of values in a buffered channel, of bytes in a file, of readers of an RWMutex, or the counter of a WaitGroup.
	N int32
	// Sent is the number of values ever put into a buffered channel. Sent - N of them have been received. For a file, -1 means that a
	// FileWrite has put in a part of its bytes: the rest comes before what others write.
	Sent int32
	// Taken means that a mutex is held, that a writer of an RWMutex has announced itself, or that a thread is inside
	// the function of a Once.
	// For a file, it means that readers do not block.
	Taken bool
	// Late means that writers of a file do not block.
	Late bool
	// Closed means that a channel is closed, that a Once is done, or, on the clock, that the test function has
	// returned.
	Closed bool
}

// An Action is what an event does to one object.
type Action struct {
	Kind Kind
	Arg  int64 // Op.Arg: for Status.After, the delta of a WGAdd or WGDone
	Cap  int32 // Op.Cap: for Status, the capacity of the channel
}

// After is the status after a, which must be enabled in s. Only the Send of a timer need not be: it is dropped if the
// channel is full.
func (s Status) After(a Action) Status {
	switch a.Kind {
	case Lock, Announce, TryLock:
		s.Taken = true
	case RWTryLock:
		s.Taken = s.Taken || s.N == 0
	case Unlock, RWUnlock:
		s.Taken = false
	case RLock:
		s.N++
	case TryRLock:
		if !s.Taken {
			s.N++
		}
	case RUnlock:
		s.N--
	case WGAdd, WGDone:
		s.N += int32(a.Arg)
	case OnceBegin:
		s.Taken = !s.Closed
	case OnceEnd:
		s.Taken, s.Closed = false, true
	case Send:
		if s.N < a.Cap && !s.Closed {
			s.N++
			s.Sent++
		}
	case Recv:
		if s.N > 0 {
			s.N--
		}
	case TimerStart, TimerStop: // they take back what the timer has sent; one that starts a timer that is due sends again
		if s.N = 0; a.Kind == TimerStart && a.Arg == 1 && !s.Closed {
			s.N = 1
			s.Sent++
		}
	case FileRead:
		if !s.Taken {
			s.N -= int32(min(int64(s.N), a.Arg))
		}
	case FileWrite:
		s.Sent = 0
		if n := a.bytes(); !s.Late && !s.Closed {
			if n > int64(a.Cap-s.N) {
				n, s.Sent = int64(a.Cap-s.N), -1
			}
			s.N += int32(n)
		}
	case FileReaders:
		s.Taken = a.Arg == 1
	case FileWriters:
		s.Late = a.Arg == 1
	case Close, Return, FileClose, FileLeave:
		s.Closed = true
	}
	return s
}

// Allows says whether a is enabled in s, as far as a Status can tell: a CondWait and a timer always are, and a Send or
// Recv on an unbuffered channel has no partner.
func (s Status) Allows(a Action) bool {
	switch a.Kind {
	case Lock, Announce, RLock, OnceBegin:
		return !s.Taken
	case Acquire:
		return s.Taken && s.N <= 0 // if another thread has unlocked since the Announce, the writer is blocked forever
	case WGWait:
		return s.N == 0
	case Send:
		return s.Closed || s.N < a.Cap
	case Recv:
		return s.Closed || s.N > 0
	case FileRead:
		return s.Closed || s.Taken || s.N > 0
	case FileWrite:
		return (s.Sent >= 0 || a.Arg < 0) && (s.Closed || s.Late || s.Room(a))
	case Never:
		return false
	}
	return true
}

// Spares says whether a, executed in state s, disables b on no account, where both are on one channel. On a closed channel nothing is ever
// disabled. On a buffered one that is open, b is enabled after a: so it is whatever has been done to the channel before, as long as that is
// independent of a. For only sends can come before a receive, and only receives before a send. (On the channel of a ticker that is not so.)
func (s Status) Spares(a, b Action, ticker bool) bool {
	switch {
	case !a.onChannel() || !b.onChannel():
		return false
	case s.Closed || a.Kind == Select:
		return true
	}
	return a.Cap > 0 && b.Kind != Select && !ticker && s.After(a).Allows(b)
}

// onChannel says whether a is a send, a receive, or a Select that takes another case.
func (a Action) onChannel() bool { return a.Kind == Send || a.Kind == Recv || a.Kind == Select }

// Room says whether there is room for a, a FileWrite, in a file: for all of its bytes, or for as many as a pipe never divides.
func (s Status) Room(a Action) bool { return int64(a.Cap-s.N) >= min(a.bytes(), 4096) }

// bytes returns how many bytes a, a FileWrite, has.
func (a Action) bytes() int64 { return max(a.Arg, -a.Arg) }

// Action is what op does to o, one of its objects, when it takes the transition c. A timer that fires sends on its
// channel. A Select that takes a case of another channel, or the default, leaves o as it is.
func (op *Op) Action(c Choice, o Object) Action {
	switch {
	case o != op.Obj && o != op.Clock && op.deadline():
		a := Action{Kind: FileReaders + Kind(op.Cases[0].Cap)}
		if op.Kind.Timer() {
			a.Arg = 1
		}
		return a
	case (op.Kind.Timer() || op.Kind == Idle) && o != op.Obj && len(op.Cases) > 0:
		return Action{Kind: Send, Cap: op.Cases[0].Cap}
	case op.Kind != Select:
		return Action{op.Kind, op.Arg, op.Cap}
	}
	if c.Case < 0 || op.Cases[c.Case].Obj != o {
		return Action{Kind: Select}
	}
	return op.Cases[c.Case].Action()
}

// deadline says whether op is on a timer that is the deadline of a file.
func (op *Op) deadline() bool {
	return len(op.Cases) == 1 && !op.Cases[0].Send && (op.Kind.Timer() || op.Kind == TimerStart || op.Kind == TimerStop)
}

// Action is what a Select that takes c does to the channel.
func (c *Case) Action() Action {
	if c.Send {
		return Action{Kind: Send, Cap: c.Cap}
	}
	return Action{Kind: Recv, Cap: c.Cap}
}

// blocks has the kinds of operations that can be blocked.
var blocks = [NumKinds]bool{
	Lock: true, Announce: true, Acquire: true, RLock: true, WGWait: true, OnceBegin: true, CondWait: true,
	Send: true, Recv: true, Select: true, Never: true, TimerFire: true, Wake: true, FileRead: true, FileWrite: true,
}

// Blocks says whether an operation of kind k can be blocked.
func (k Kind) Blocks() bool { return blocks[k] }

// Timer says whether only the clock enables an operation of kind k.
func (k Kind) Timer() bool { return k == TimerFire || k == Wake }

// disables[a][b] means that an operation of kind a can disable one of kind b, and disabler[a] that there is such a b;
// alternatives[a] that an operation of kind a can offer several transitions.
var (
	disables     [NumKinds][NumKinds]bool
	disabler     [NumKinds]bool
	alternatives = [NumKinds]bool{Select: true, Send: true, Recv: true, CondSignal: true, Pick: true}
)

func init() {
	for _, set := range [...]struct{ first, second []Kind }{
		{[]Kind{Lock, TryLock}, []Kind{Lock}},
		{[]Kind{Announce, RWTryLock}, []Kind{Announce, RLock}},
		{[]Kind{RWUnlock}, []Kind{Acquire}},
		{[]Kind{WGAdd, WGDone}, []Kind{WGWait}},
		{[]Kind{OnceBegin}, []Kind{OnceBegin}},
		{[]Kind{CondAdd, CondSignal, CondBroadcast}, []Kind{CondSignal}},
		{[]Kind{Send, Recv, Close, Select}, []Kind{Send, Recv, Select}},
		{[]Kind{TimerStart, TimerStop, TimerFire, Wake}, []Kind{Send, Recv, Select, TimerFire, Wake, FileRead, FileWrite}},
		{[]Kind{Return, Send, Recv, Select}, []Kind{TimerFire, Wake}}, // the latter on the channel of a ticker
		{[]Kind{FileRead, FileReaders}, []Kind{FileRead}},
		{[]Kind{FileWrite, FileWriters}, []Kind{FileWrite}},
	} {
		for _, a := range set.first {
			disabler[a] = true
			for _, b := range set.second {
				disables[a][b] = true
			}
		}
	}
}

// Disables says whether an operation of kind k can disable one of kind other through an object or the clock. It can
// also disable one by taking its thread, or its partner, see Alternatives.
func (k Kind) Disables(other Kind) bool { return disables[k][other] }

// Disabler says whether an operation of kind k can disable one of any kind, in the sense of Disables.
func (k Kind) Disabler() bool { return disabler[k] }

// Alternatives says whether an operation of kind k can offer several transitions. Taking one of them disables the
// others.
func (k Kind) Alternatives() bool { return alternatives[k] }
