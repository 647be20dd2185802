package model

import "testing"

// TestRelationLaws checks every pair of roles under every Dependence.
func TestRelationLaws(t *testing.T) {
	for d, coarser := range map[Dependence]Dependence{Refined: Standard, Standard: WholeObject, WholeObject: WholeObject} {
		r := d.Relation()
		for a := range NumRoles {
			for b := range NumRoles {
				if r.Dependent(a, b) != r.Dependent(b, a) || r.Conflicts(a, b) != r.Conflicts(b, a) {
					t.Errorf("%s: roles %d and %d: dependence or conflict is not symmetric", d, a, b)
				}
				// Having equal rows is an equivalence, so Alike is one.
				if rows := r.dependent[a] == r.dependent[b]; r.Alike(a, b) != rows {
					t.Errorf("%s: roles %d and %d: got alike %v, want %v", d, a, b, r.Alike(a, b), rows)
				}
				included := true
				for c := range NumRoles {
					included = included && (r.Conflicts(a, c) || !r.Conflicts(b, c))
				}
				if r.Includes(a, b) != included {
					t.Errorf("%s: roles %d and %d: got includes %v, want %v", d, a, b, r.Includes(a, b), included)
				}
				if r.Full(a) && !(r.Dependent(a, b) && (r.Conflicts(a, b) || d != Refined)) {
					t.Errorf("%s: role %d is full, and in some state independent of %d", d, a, b)
				}
				if r.Dependent(a, b) && !coarser.Relation().Dependent(a, b) {
					t.Errorf("roles %d and %d: dependent under %s, independent under %s", a, b, d, coarser)
				}
			}
		}
	}
}

// A step is an action by an operation of some kind, in some state.
type step struct {
	kind Kind
	Action
	in ObjectState
}

// then is n after s. The value stays the same: no relation swaps an operation that changes it.
func (s step) then(n step) step {
	return step{n.kind, n.Action, ObjectState{s.in.After(s.Action), s.in.Value}}
}

func (s step) enabled() bool { return s.in.Allows(s.Action) }

// role is the role that package trace gives to s. If the second of two Dones leaves the counter below zero, only that
// one fails, so that the two cannot be swapped: under every Dependence it is an Overdraw.
func (s step) role(d Dependence) Role {
	r := Role(s.kind)
	if s.kind == TimerStart || s.kind == TimerStop { // on the timer's channel
		r = Role(Select)
	} else if s.kind == WGDone && s.in.After(s.Action).N < 0 {
		r = Overdraw
	}
	if d == Refined {
		r = s.in.Role(r, s.Action)
	}
	return r
}

// precedes says whether s happens before n, a later step on the same object.
func (s step) precedes(n step, d Dependence) bool {
	if p, q := s.role(d), n.role(d); !Opposite(p, q) {
		return d.Relation().Dependent(p, q)
	} else if q == RecvValue { // the n-th Send and the k-th Recv, n <= k
		return s.in.Sent <= n.in.Received()
	}
	return s.in.Received() <= n.in.Sent-n.Cap // the k-th Recv and the n-th Send, k <= n - capacity
}

// result is what the thread learns: whether s fails or finds its object closed, which value it receives, a length.
func (s step) result() any {
	switch s.Action.Kind {
	case TryLock, TryRLock, Unlock, RWUnlock:
		return s.in.Taken
	case RWTryLock:
		return s.in.Taken || s.in.N > 0
	case RUnlock, WGAdd, WGDone:
		return s.in.After(s.Action).N < 0
	case OnceBegin, Close, Send:
		return s.in.Closed
	case Recv:
		return [2]any{s.in.N == 0, s.in.Received()}
	case Len:
		return s.in.N
	case FileRead:
		if !s.in.Taken && s.in.N > 0 {
			return s.in.N // what is read is known by how much there is
		}
		return [3]any{s.in.Closed && s.in.N == 0, s.in.Taken, !s.in.Taken && s.in.N > 0}
	case FileWrite:
		return [4]any{s.in.Closed, s.in.Late, s.in.N, s.in.Sent}
	}
	return nil
}

// families are the kinds of operations on objects of one sort, whose state decides what they do: forSteps takes them.
var families = [][]Kind{
	{Load, Store, CAS},
	{Lock, TryLock, Unlock},
	{WGAdd, WGDone, WGWait},
	{OnceBegin, OnceEnd},
	{Announce, Acquire, RWTryLock, RWUnlock, RLock, TryRLock, RUnlock},
	{Send, Recv, Close, Len, Select, TimerStart, TimerStop},
	{FileRead, FileWrite, FileClose, FileLeave, FileReaders, FileWriters},
}

// noFamily are the kinds that are in no family, and why. The others that are in none are Steady: they read and write
// as the first family does.
var noFamily = map[Kind]string{
	None:    "no operation",
	CondAdd: "no Status knows who waits", CondWait: "no Status knows who waits",
	CondSignal: "no Status knows who waits", CondBroadcast: "no Status knows who waits",
	Never:     "it has no object",
	TimerFire: "the clock decides", Wake: "the clock decides", Now: "the clock decides", Return: "the clock decides",
	Pick:    "it is independent of everything",
	Collect: "it depends on everything",
	Idle:    "it depends on everything in its bubble",
}

// TestFamilies checks that TestSwap and TestProperty7 leave out no kind without a reason.
func TestFamilies(t *testing.T) {
	in := map[Kind]bool{}
	for _, family := range families {
		for _, k := range family {
			in[k] = true
		}
	}
	for k := range NumKinds {
		op := Op{Kind: k, Clock: NoObject}
		switch why, excepted := noFamily[k]; {
		case in[k] && excepted:
			t.Errorf("kind %d is in a family, and in noFamily: %s", k, why)
		case !in[k] && !excepted && !op.Steady():
			t.Errorf("kind %d is in no family: TestSwap and TestProperty7 leave it out", k)
		}
	}
}

// forSteps visits every two steps, the first enabled, in every small state of an object, under every Dependence.
func forSteps(visit func(d Dependence, a, b step, steps []step)) {
	for _, family := range families {
		for i := range int32(3 * 4 * 16) {
			n, bits := i%3, i/12
			s := ObjectState{Status{N: i/3%4 - 1, Sent: i/3%4 - 1 + bits>>3, Taken: bits&1 > 0, Late: family[0] == FileRead && bits>>2&1 > 0, Closed: bits&2 > 0},
				int64(bits >> 2 & 1)}
			var steps []step
			for _, k := range family {
				switch {
				case family[0] == Send && (s.N < 0 || s.N > n): // n is the capacity
				case family[0] == FileRead && s.N < 0:
				case k == FileWrite: // likewise, or what is left of a write
					steps = append(steps, step{k, Action{k, 1, 3}, s}, step{k, Action{k, -2, 3}, s}, step{k, Action{k, 2 - int64(n&2), 3}, s})
				case family[0] == FileRead: // of one byte or two, and whether a deadline has passed; three is the capacity
					steps = append(steps, step{k, Action{k, 1, 3}, s}, step{k, Action{k, 2 - int64(n&2), 3}, s})
				case k == Select:
					steps = append(steps, step{k, Action{Send, 0, n}, s}, step{k, Action{Recv, 0, n}, s})
				case k == WGDone:
					steps = append(steps, step{k, Action{k, -1 - int64(n), 0}, s})
				default:
					steps = append(steps, step{k, Action{k, int64(n), n}, s})
				}
			}
			for k := range 3 * len(steps) * len(steps) {
				if a, b := steps[k/3%len(steps)], steps[k/3/len(steps)]; a.enabled() {
					visit(Dependences()[k%3], a, b, steps)
				}
			}
		}
	}
}

// TestSwap checks two steps a and b of two threads. If a disables b, the tables of Kind say that it can, and the two
// conflict. If b is enabled after a, and a does not happen before b, they can be swapped (Definition 3.2 of the source
// sets paper, 2017, properties 4 and 5): b is enabled before a, and a after b, with the same status, results and roles.
// The exception is an RUnlock without a reader: the order decides which one fails. The exploration then starts again
// with WholeObject.
func TestSwap(t *testing.T) {
	needs := map[Kind]int32{RUnlock: 1} // readers
	forSteps(func(d Dependence, a, b step, _ []step) {
		ab, ba, readers := a.then(b), b.then(a), needs[a.kind]+needs[b.kind]
		tables := a.kind.Disables(b.kind) && a.kind.Disabler() && b.kind.Blocks() && d.Relation().Conflicts(a.role(d), b.role(d))
		if b.enabled() && !ab.enabled() && !tables {
			t.Errorf("%s: %+v disables %+v, but the tables say that it cannot", d, a, b)
		}
		if !ab.enabled() || a.precedes(ab, d) || readers > 0 && readers > a.in.N {
			return
		}
		same := func(s, r step) bool { return s.role(d) == r.role(d) && s.result() == r.result() }
		if !b.enabled() || !ba.enabled() || ab.then(a).in != ba.then(b).in || !same(a, ba) || !same(b, ab) {
			t.Errorf("%s: %+v does not happen before %+v, but they cannot be swapped", d, a, b)
		}
	})
}

// TestProperty7 checks property 7: if p happens before r, it still does with a q between them that is independent of p.
func TestProperty7(t *testing.T) {
	forSteps(func(d Dependence, p, q step, steps []step) {
		if pq := p.then(q); pq.enabled() && !p.precedes(pq, d) {
			for _, r := range steps {
				if pr, pqr := p.then(r), pq.then(r); pr.enabled() && pqr.enabled() && p.precedes(pr, d) && !p.precedes(pqr, d) {
					t.Errorf("%s: %+v happens before %+v, but not with %+v between them", d, p, r, q)
				}
			}
		}
	})
}
