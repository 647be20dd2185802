package trace

// A status is the abstract state of one object: all that decides whether an operation on it is enabled. The zero value is the
// state of every object at the start.
type status struct {
	// n counts: the values in a buffered channel, the readers of an RWMutex, a WaitGroup's counter.
	n int32
	// sent counts the values that were ever put into a buffered channel; sent - n have been taken out.
	sent int32
	// taken says that a mutex is held, that a writer of an RWMutex has announced itself, that a thread is in the function of
	// a Once.
	taken bool
	// closed says that a channel is closed, that a Once is done, that the test function has returned (on the clock).
	closed bool
}

// An action is what an event does to one object.
type action struct {
	kind Kind
	arg  int64 // the delta of WGAdd and WGDone
	cap  int32 // the capacity of the channel
}

// after is the state of the object after a.
func (s status) after(a action) status {
	switch a.kind {
	case Lock, Announce, TryLock:
		s.taken = true
	case RWTryLock:
		s.taken = s.taken || s.n == 0
	case Unlock, RWUnlock:
		s.taken = false
	case RLock:
		s.n++
	case TryRLock:
		if !s.taken {
			s.n++
		}
	case RUnlock:
		s.n--
	case WGAdd, WGDone:
		s.n += int32(a.arg)
	case OnceBegin:
		s.taken = !s.closed
	case OnceEnd:
		s.taken, s.closed = false, true
	case Send:
		if s.n < a.cap && !s.closed {
			s.n++
			s.sent++
		}
	case Recv:
		if s.n > 0 {
			s.n--
		}
	case TimerStart, TimerStop: // what the timer has sent is taken back
		s.n = 0
	case Close, Return:
		s.closed = true
	}
	return s
}

// allows says whether a is enabled in state s. A Send or Recv of an unbuffered channel is meant to have no partner.
func (s status) allows(a action) bool {
	switch a.kind {
	case Lock, Announce, RLock, OnceBegin:
		return !s.taken
	case Acquire:
		return s.taken && s.n <= 0 // a writer whose announcement another thread has taken back waits for good
	case WGWait:
		return s.n == 0
	case Send:
		return s.closed || s.n < a.cap
	case Recv:
		return s.closed || s.n > 0
	case Never:
		return false
	}
	return true
}

// action is what op, taking the transition c, does to its object o.
func (op *Op) action(c Choice, o Object) action {
	switch {
	case (op.Kind == TimerFire || op.Kind == Wake) && o != op.Obj && len(op.Cases) > 0:
		return action{kind: Send, cap: op.Cases[0].Cap}
	case op.Kind != Select:
		return action{op.Kind, op.Arg, op.Cap}
	}
	if c.Case < 0 || op.Cases[c.Case].Obj != o {
		return action{kind: Select}
	}
	return op.Cases[c.Case].action()
}

func (c *Case) action() action {
	if c.Send {
		return action{kind: Send, cap: c.Cap}
	}
	return action{kind: Recv, cap: c.Cap}
}

// blocks says whether an operation of this kind can be blocked.
var blocks = [NumKinds]bool{
	Lock: true, Announce: true, Acquire: true, RLock: true, WGWait: true, OnceBegin: true, CondWait: true,
	Send: true, Recv: true, Select: true, Never: true, TimerFire: true, Wake: true,
}

// Blocks says whether an operation of kind k can be blocked.
func (k Kind) Blocks() bool { return blocks[k] }

// Timer says whether operation op is one that only the clock enables.
func (x *Execution) Timer(op int32) bool {
	k := x.ops[op].op.Kind
	return k == TimerFire || k == Wake
}

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
