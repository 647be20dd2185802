package model

import (
	"math/rand/v2"
	"testing"
)

// randomOp makes an operation on a few objects; object 0 is the clock.
func randomOp(r *rand.Rand) Op {
	op := Op{Kind: Kind(1 + r.IntN(int(NumKinds)-1)), Obj: Object(1 + r.IntN(2)), Clock: NoObject}
	switch op.Kind {
	case Select:
		op.Obj = NoObject
		for range r.IntN(4) {
			op.Cases = append(op.Cases, Case{Obj: Object(r.IntN(5) - 1), Send: r.IntN(2) == 0})
		}
	case Never, Pick:
		op.Obj = NoObject
	case TimerStart, TimerStop, TimerFire, Wake:
		op.Clock = 0
		op.Arg = int64(r.IntN(2))
		if r.IntN(2) == 0 {
			op.Cases = []Case{{Obj: Object(2 + r.IntN(2)), Cap: 1, Send: true}}
		}
	case Now, Return:
		op.Obj, op.Clock = NoObject, 0
	}
	return op
}

func TestDependenceIsSymmetric(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		a, b := randomOp(r), randomOp(r)
		for d := range numDependences {
			if ab, ba := d.Dependent(&a, &b), d.Dependent(&b, &a); ab != ba {
				t.Fatalf("%s: %+v, %+v: got %v one way, %v the other", d, a, b, ab, ba)
			}
		}
	}
}

// TestDependenceNeedsACommonObject checks that operations without a common object are independent, but for barriers. Two that only read a
// clock are independent as well.
func TestDependenceNeedsACommonObject(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200000 {
		a, b := randomOp(r), randomOp(r)
		common := false
		for o := range Object(5) {
			common = common || a.Touches(o) && b.Touches(o)
		}
		want := common || a.Barrier() || b.Barrier()
		reads := a.Clock != NoObject && a.Clock == b.Clock && a.ClockRole() == ClockRead && b.ClockRole() == ClockRead
		if got := WholeObject.Dependent(&a, &b); got != want && !reads {
			t.Fatalf("object: %+v, %+v: got %v, want %v", a, b, !want, want)
		}
		if Standard.Dependent(&a, &b) && !want {
			t.Fatalf("standard: %+v, %+v: got dependent, with no common object", a, b)
		}
	}
}

func TestStandardDependence(t *testing.T) {
	for _, c := range []struct {
		a, b Kind
		want bool
	}{
		{Load, Load, false}, {Load, Store, true}, {Store, Store, true}, {Load, CAS, true}, {Add, Add, true},
		{Read, Read, false}, {Read, Write, true},
		{Lock, Lock, true}, {Lock, TryLock, true}, {Unlock, Lock, true}, {Unlock, Unlock, true},
		{RLock, RLock, false}, {RLock, RUnlock, false}, {TryRLock, RLock, false}, {RLock, Announce, true}, {RUnlock, Acquire, true},
		{RWTryLock, RLock, true},
		{WGDone, WGDone, false}, {WGWait, WGWait, false}, {WGAdd, WGAdd, true}, {WGAdd, WGWait, true}, {WGDone, WGWait, true},
		{OnceBegin, OnceBegin, true}, {CondAdd, CondAdd, false}, {CondAdd, CondSignal, true}, {CondWait, CondBroadcast, true},
		{MapRead, MapRead, false}, {MapRead, MapWrite, true}, {SystemRead, SystemRead, false}, {SystemRead, SystemWrite, true},
		{Send, Recv, true}, {Len, Len, true}, {Close, Len, true},
	} {
		a, b := Op{Kind: c.a, Obj: 1, Clock: NoObject}, Op{Kind: c.b, Obj: 1, Clock: NoObject}
		if got := Standard.Dependent(&a, &b); got != c.want {
			t.Errorf("kinds %d and %d: got %v, want %v", c.a, c.b, got, c.want)
		}
		b.Obj = 2
		if Standard.Dependent(&a, &b) {
			t.Errorf("kinds %d and %d on two objects: got dependent", c.a, c.b)
		}
	}
}

// TestRelationClasses checks what walking back over an object relies on.
func TestRelationClasses(t *testing.T) {
	for d, r := range relations {
		for a := range Role(NumRoles) {
			for b := range Role(NumRoles) {
				if r.full[a] && !r.dependent[a][b] {
					t.Errorf("%s: role %d is full and independent of %d", Dependence(d), a, b)
				}
				if r.class[a] == r.class[b] && r.dependent[a] != r.dependent[b] {
					t.Errorf("%s: roles %d and %d are of one class", Dependence(d), a, b)
				}
			}
		}
	}
}

func TestParseDependence(t *testing.T) {
	for _, d := range Dependences() {
		if got, err := ParseDependence(d.String()); err != nil || got != d {
			t.Errorf("%s: got %v, %v", d, got, err)
		}
	}
	for _, name := range []string{"finest", Balanced.String()} {
		if _, err := ParseDependence(name); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}
