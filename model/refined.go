package model

import "slices"

// The refined relation of section 3.2 of the source sets paper (2017): what an operation does to an object, and so what it
// depends on, is told by the state in which it is executed. An event gets its role from that state (finding.role).
//
// Definition 3.2 asks for a partial order, whose linearizations are all executions with the same partial order and the same
// last state. A rule is valid if the role of an event follows from the events that happen before it, so that it is the same in
// each linearization, and if two neighbours that are independent can be swapped: neither disables the other or changes what the
// other returns, and the state after both is the same. Each rule says why. TestIndependentCommute (package prog) swaps in
// every state that random programs reach; TestHappensBeforeIsValid compares linearizations.
//
//   - Buffered channels: the n-th Send and the k-th Recv. The Sends of a channel are ordered, and so are its Recvs: n and k are the same
//     in each linearization. The k-th Recv takes the value of the k-th Send and happens after it; the n-th Send needs the
//     room of the value that the (n-capacity)-th Recv took, and happens after it. All others can be swapped: the channel
//     is a queue that is neither empty nor full. In a state in which both a Send and a Recv are enabled they are independent.
//   - A Close and a Recv that takes a value. The Recv gets it whether the channel is closed or not, and the Close does not look
//     at it.
//   - A closed channel. It stays closed: a Close panics, whatever is in it. If it is empty it stays empty, too: a Recv returns the
//     zero value, a Send panics, Len is 0, a Select sees a case that is ready. All of this happens after the Close and, but for the
//     Close that panics, after the Recv of the last value. So goroutines that start at the close of a channel do so in no
//     particular order. (A Send that panics while there are values in the channel depends on every Recv: it could go on
//     because of the Close, or because of a Recv before it, and source-DPOR must find the latter.)
//   - Len and Len. They change nothing.
//   - OnceBegin when the Once is done. It changes nothing, and the Once stays done; it happens after the OnceEnd.
//   - TryLock, RWTryLock and TryRLock that fail because the lock is held, or a writer has announced itself. They change nothing;
//     they happen after the Lock or Announce, and before the Unlock. RUnlock, of a reader that still holds the lock, does not
//     change that they fail, nor does the Acquire of the writer. (A RWTryLock that fails because of readers alone is not among
//     them: readers come and go in no order, and how many there are is not told by what happens before it.)
//   - A CAS that fails is a load: it changes nothing, and the value that it saw is that of the write that happens before it. (But not
//     a CAS of addresses, which would have to be compared with those of other executions.)
//
// What is not among them:
//
//   - Adds to an atomic whose results are not used. The value is the same in either order, the state is not: in Go an Add comes after
//     the Adds before it, and orders plain accesses. One goroutine writes x and adds, another adds and reads x: a race, in one of the
//     orders only. (A failed CAS and a load are different: they order nothing that comes after them for others.)
//   - An Add to a WaitGroup with other Adds and with Dones while the counter stays above zero. Let the counter be 1, and D, D' be
//     two Dones and A an Add, of three threads. D and D' are independent where the counter is 2; if A were independent of either of
//     them where it is 1, then D.A.D' and A.D.D', A.D'.D, D'.A.D would be one class; but D.D'.A, which fails, would not belong to
//     it, and no partial order has just these linearizations. Whether D' comes is not known when D and A are executed.
//
// The state is also needed where dependence is asked of an operation p that is pending: whether p sleeps on when e is executed, and
// whether it is a weak initial of a sequence v. In both cases p is enabled before, and has the role of that state; e and the events
// of v have the roles that they have in the execution, since p is independent of those before them or the answer is no. Elsewhere two
// operations are taken to be dependent if they are so in some state (Dependence.Dependent).

// refining lists the sets of roles that are independent under Refined, besides those of commuting.
var refining = [][]Role{
	{Role(Load), CASFail},
	{Role(Len)},
	{Gone, Futile},
	{OnceSeen},
	{TryFail, Role(RLock), Role(TryRLock), Role(RUnlock)},
}

// refiningPairs are pairs of roles that are independent under Refined, each of them dependent with itself.
var refiningPairs = [][2]Role{{Role(Close), RecvValue}, {Futile, RecvValue}, {Role(Acquire), TryFail}}

func newRefined() *Relation {
	r := newRelation(slices.Concat(refining, commuting), refiningPairs)
	r.refined = true
	r.full[SendOpen], r.full[RecvValue] = false, false
	return r
}

// A finding is the state of one object, the value of an atomic variable included.
type Finding struct {
	Status
	Value int64
}

// role is the role of an action on an object that is found so, where r is its role whatever the state.
func (s Finding) Role(r Role, a Action) Role {
	switch r {
	case Role(CAS):
		if a.Cap == 0 && a.Arg != s.Value {
			return CASFail
		}
	case Role(Send), Role(Recv), Role(Close), Role(Len), Role(Select):
		switch {
		case s.Closed && r == Role(Close):
			return Futile
		case s.Closed && s.N == 0:
			return Gone
		case r == Role(Send) && a.Cap > 0 && !s.Closed:
			return SendOpen
		case r == Role(Recv) && a.Cap > 0 && s.N > 0:
			return RecvValue
		}
	case Role(OnceBegin):
		if s.Closed {
			return OnceSeen
		}
	case Role(TryLock), Role(RWTryLock), Role(TryRLock):
		if s.Taken {
			return TryFail
		}
	}
	return r
}

// independent says whether an action of role r that can be disabled, were it executed in state s, would be independent of an
// event of role q.
func (s Status) Independent(rel *Relation, r Role, a Action, q Role) bool {
	r = Finding{Status: s}.Role(r, a)
	return !rel.dependent[r][q] || Opposite(r, q)
}

// opposite says whether one of a and b is a Send and the other a Recv of a buffered channel.
func Opposite(a, b Role) bool {
	return a == SendOpen && b == RecvValue || a == RecvValue && b == SendOpen
}

func (s Status) Received() int32 { return s.Sent - s.N }

// roleOf is the role of op on o, which is found so.
func (s Finding) RoleOf(op *Op, o Object) Role {
	r := Role(op.Kind)
	switch {
	case op.Clock == o:
		return op.ClockRole()
	case op.Obj != o:
		r = Role(Select)
	}
	return s.Role(r, Action{op.Kind, op.Arg, op.Cap})
}
