package model

import "slices"

// Refined is a happens-before assignment as in section 3.2 of the source sets paper (Abdulla, Aronis, Jonsson, Sagonas,
// JACM 2017). What an operation does to an object, and so what it depends on, follows from the state in which it is
// executed. That state gives an event its role (ObjectState.Role).
//
// Definition 3.2 (properties of valid happens-before relations) calls an assignment valid if for all execution
// sequences E
//
//  1. happens-before in E is an irreflexive partial order, included in the order of E;
//  2. the events of each process are totally ordered;
//  3. a prefix of E has the same happens-before between its events as E;
//  4. every linearization of happens-before in E is an execution sequence, with the same happens-before;
//  5. equivalent execution sequences, those that linearize the same happens-before, lead to the same state;
//  6. E and E' are equivalent if and only if E.w and E'.w are;
//  7. if p happens before r in E.p.r, and not before q in E.p.q, then p happens before r in E.p.q.r (p, q, r are the
//     next steps of different processes).
//
// Properties 1, 2 and 3 hold because an event gets its predecessors when it is executed. A rule makes roles
// independent. It satisfies 4, 5 and 6 if
//
//   - the role of an event follows from the events that happen before it, so that it is the same in each linearization,
//     and
//   - two neighbours that are independent can be swapped: neither disables the other, neither changes what the other
//     returns, and the state after both is the same.
//
// Each rule below says why this is so. TestIndependentCommute (package prog) swaps independent transitions in every
// state that random programs reach. TestHappensBeforeIsValid (prog) compares linearizations: properties 4 and 5.
// TestSwap and TestProperty7 check the tables on all small states of an object.
//
// # Rules
//
//   - Buffered channels: the n-th Send and the k-th Recv. The Sends of a channel are ordered, and so are its Recvs, so
//     n and k are the same in each linearization. The k-th Recv takes the value of the k-th Send and happens after it.
//     The n-th Send needs the room that the (n-capacity)-th Recv made, and happens after it. All other pairs can be
//     swapped: the channel is a queue that is neither empty nor full. In a state that enables both a Send and a Recv
//     they are independent.
//   - A Close and a Recv of a value. The Recv gets the value whether the channel is closed or not, and the Close
//     ignores the values.
//   - A closed channel with no value left. It stays so: a Recv returns the zero value, a Send panics, a Close panics, Len
//     is 0, and a case of a Select is ready. All of these happen after the Close and after the Recv of the last value.
//     So goroutines that a close lets go on do so in no particular order. (A Send that panics while values are left
//     depends on every Recv. Either the Close enabled it, or an earlier Recv made room for it, and source-DPOR must find
//     the latter. A Close that panics while values are left depends on every Recv, too: let q be the Recv of the last
//     value, and r a Len. r depends on the Close, but after q it does not, against property 7, and source loses traces.)
//   - Len and Len. They change nothing.
//   - OnceBegin of a Once that is done. It changes nothing, and the Once stays done. It happens after the OnceEnd.
//   - A TryLock, RWTryLock or TryRLock that fails because the lock is held, or because a writer has announced itself.
//     It changes nothing. It happens after the Lock or Announce, and before the Unlock or RWUnlock. It fails in the
//     same way before and after an RUnlock by a reader that still holds the lock, and before and after the Acquire of
//     the writer. (An RWTryLock that fails because of readers alone has no rule: readers come and go in no order, and
//     the events that happen before it do not determine how many there are.)
//   - A FileRead of a file that is not empty and a FileClose, as with channels: what the file holds, it gets whether that is closed or not;
//     nothing after its deadline. (All FileWrites are ordered with all FileReads: a read takes what there is.)
//   - A CAS that fails is a load. It changes nothing, and the value that it saw is that of the write that happens
//     before it. (A CAS of addresses has no rule, because addresses cannot be compared with those of other executions.)
//
// # What has no rule
//
//   - Adds to an atomic variable whose results are not used. The value is the same in either order, but the state is
//     not: in Go an Add synchronizes with the Adds before it, and so orders plain accesses. If one goroutine writes x
//     and adds, and another adds and reads x, there is a data race in one of the orders only. (A failed CAS and a load
//     are different: they order nothing that other goroutines do later.)
//   - An Add to a WaitGroup, with other Adds and with Dones, while the counter stays above zero. Let the counter be 1,
//     and let D and D' be Dones and A an Add, by three threads. D and D' are independent where the counter is 2. If A
//     were independent of either of them where it is 1, then D.A.D', A.D.D', A.D'.D and D'.A.D would be one class. But
//     D.D'.A, which fails, would not be in it, and no partial order has just these four linearizations. When D and A
//     are executed, it is not known whether D' comes. In a program in which nothing like D.D'.A is an execution they are
//     independent all the same: see balanced.go.
//
// # Pending operations
//
// The state also decides where dependence is asked of a pending operation p: whether p stays asleep when e is executed,
// and whether p is a weak initial of a sequence v. In both cases p is enabled before e or v, and has its role in that
// state. The event e, and the events of v, have their roles in the execution: if p is independent of those before them,
// they have the same roles after p, and if not, the answer is no. Everywhere else two operations count as dependent if
// they are so in some state (Dependence.Dependent).

// refining lists sets of roles that are independent under Refined, in addition to commuting.
var refining = [][]Role{
	{Role(Load), CASFail},
	{Role(Len)},
	{Gone, Futile},
	{OnceSeen},
	{TryFail, Role(RLock), Role(TryRLock), Role(RUnlock)},
}

// refiningPairs are pairs of roles that are independent under Refined. They are no sets: at least one role of each pair
// is dependent with itself.
var refiningPairs = [][2]Role{
	{CloseOpen, RecvValue}, {Role(Acquire), TryFail}, {ReadSome, Role(FileClose)},
}

func newRefined() *Relation { return refinedBy() }

// refinedBy returns Refined with more pairs of independent roles.
func refinedBy(more ...[2]Role) *Relation {
	r := newRelation(slices.Concat(refining, commuting), slices.Concat(more, refiningPairs, commutingPairs))
	r.refined = true
	r.full[SendOpen], r.full[RecvValue] = false, false
	return r
}

// An ObjectState is the state in which an operation finds an object: its Status and, if the object is an atomic variable,
// its value.
type ObjectState struct {
	Status
	Value int64
}

// Role returns the role under Refined of an action on an object in state s. Its role under Standard is r.
func (s ObjectState) Role(r Role, a Action) Role {
	switch r {
	case Role(CAS):
		if a.Cap == 0 && a.Arg != s.Value {
			return CASFail
		}
	case Role(Send), Role(Recv), Role(Close), Role(Len), Role(Select):
		switch {
		case r == Role(Close) && s.Closed:
			return Futile
		case r == Role(Close):
			return CloseOpen
		case s.Closed && s.N == 0:
			return Gone
		case r == Role(Send) && a.Cap > 0 && !s.Closed:
			return SendOpen
		case r == Role(Recv) && a.Cap > 0 && s.N > 0:
			return RecvValue
		}
	case Role(FileRead):
		if s.N > 0 {
			return ReadSome
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

// Independent says whether a, executed in state s, would be independent of an event of role q on the same object. The
// role of a under Standard is r, and its operation must be one that can be disabled.
func (s Status) Independent(rel *Relation, r Role, a Action, q Role) bool {
	r = ObjectState{Status: s}.Role(r, a)
	return !rel.dependent[r][q] || Opposite(r, q)
}

// Opposite says whether one of a and b is a SendOpen and the other a RecvValue. These are the only roles whose
// dependence the roles alone do not decide: see the rule of buffered channels.
func Opposite(a, b Role) bool {
	return a == SendOpen && b == RecvValue || a == RecvValue && b == SendOpen
}

// Received is the number of values ever received from a buffered channel.
func (s Status) Received() int32 { return s.Sent - s.N }

// RoleOf returns the role under Refined of op on o, one of its objects, in state s.
func (s ObjectState) RoleOf(op *Op, o Object) Role {
	r := Role(op.Kind)
	switch {
	case op.Clock == o:
		return op.ClockRole()
	case op.Obj != o:
		r = op.CaseRole()
	}
	return s.Role(r, Action{op.Kind, op.Arg, op.Cap})
}
