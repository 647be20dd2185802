package model

// A status is the abstract state of one object: all that decides whether an operation on it is enabled. The zero value is the
// state of every object at the start.
type Status struct {
	// n counts: the values in a buffered channel, the readers of an RWMutex, a WaitGroup's counter.
	N int32
	// sent counts the values that were ever put into a buffered channel; sent - n have been taken out.
	Sent int32
	// taken says that a mutex is held, that a writer of an RWMutex has announced itself, that a thread is in the function of
	// a Once.
	Taken bool
	// closed says that a channel is closed, that a Once is done, that the test function has returned (on the clock).
	Closed bool
}

// An action is what an event does to one object.
type Action struct {
	Kind Kind
	Arg  int64 // the delta of WGAdd and WGDone
	Cap  int32 // the capacity of the channel
}

// after is the state of the object after a.
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
	case TimerStart, TimerStop: // what the timer has sent is taken back
		s.N = 0
	case Close, Return:
		s.Closed = true
	}
	return s
}

// allows says whether a is enabled in state s. A Send or Recv of an unbuffered channel is meant to have no partner.
func (s Status) Allows(a Action) bool {
	switch a.Kind {
	case Lock, Announce, RLock, OnceBegin:
		return !s.Taken
	case Acquire:
		return s.Taken && s.N <= 0 // a writer whose announcement another thread has taken back waits for good
	case WGWait:
		return s.N == 0
	case Send:
		return s.Closed || s.N < a.Cap
	case Recv:
		return s.Closed || s.N > 0
	case Never:
		return false
	}
	return true
}

// action is what op, taking the transition c, does to its object o.
func (op *Op) Action(c Choice, o Object) Action {
	switch {
	case (op.Kind == TimerFire || op.Kind == Wake) && o != op.Obj && len(op.Cases) > 0:
		return Action{Kind: Send, Cap: op.Cases[0].Cap}
	case op.Kind != Select:
		return Action{op.Kind, op.Arg, op.Cap}
	}
	if c.Case < 0 || op.Cases[c.Case].Obj != o {
		return Action{Kind: Select}
	}
	return op.Cases[c.Case].Action()
}

func (c *Case) Action() Action {
	if c.Send {
		return Action{Kind: Send, Cap: c.Cap}
	}
	return Action{Kind: Recv, Cap: c.Cap}
}

// blocks says whether an operation of this kind can be blocked.
var blocks = [NumKinds]bool{
	Lock: true, Announce: true, Acquire: true, RLock: true, WGWait: true, OnceBegin: true, CondWait: true,
	Send: true, Recv: true, Select: true, Never: true, TimerFire: true, Wake: true,
}

// Blocks says whether an operation of kind k can be blocked.
func (k Kind) Blocks() bool { return blocks[k] }

// Timer says whether an operation of kind k is one that only the clock enables.
func (k Kind) Timer() bool { return k == TimerFire || k == Wake }

// disables says which operations one of a kind can disable, on an object or the clock; alternatives, which kinds offer
// several transitions.
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
		{[]Kind{TimerStart, TimerStop, TimerFire, Wake}, []Kind{Send, Recv, Select, TimerFire, Wake}},
		{[]Kind{Return}, []Kind{TimerFire, Wake}},
	} {
		for _, a := range set.first {
			disabler[a] = true
			for _, b := range set.second {
				disables[a][b] = true
			}
		}
	}
}

// Disables says whether an operation of kind k can disable one of kind other, on an object or the clock.
func (k Kind) Disables(other Kind) bool { return disables[k][other] }

// Disabler says whether an operation of kind k can disable any other.
func (k Kind) Disabler() bool { return disabler[k] }

// Alternatives says whether an operation of kind k can offer several transitions.
func (k Kind) Alternatives() bool { return alternatives[k] }
