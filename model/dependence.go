package model

import "fmt"

// A Dependence says which operations are dependent: those whose order can matter, so that happens-before orders them.
// The zero value is Standard. Operations of one thread are ordered under every Dependence.
type Dependence uint8

const (
	// Standard is the relation of the papers: operations on one object are dependent unless both only read it, or they
	// commute: see commuting.
	Standard Dependence = iota
	// WholeObject makes every two operations on one object dependent, but for reads of a clock: figure 5 of the dynamic POR paper (2005), and the
	// locks of the quasi-optimal POR paper (2018).
	WholeObject
	// Refined is Standard, but independent are also operations that commute in the state in which they are executed:
	// see refined.go.
	Refined
	// Balanced is Refined under the assumption that no Done leaves the counter of a WaitGroup below zero. The Adds and the
	// Dones of a WaitGroup are independent then. See balanced.go: whoever explores under Balanced must check each execution, and
	// begin again under Refined when one shows that the assumption does not hold.
	Balanced
	numDependences
)

// Dependences returns every Dependence that assumes nothing of the program, in the order of their values.
func Dependences() []Dependence { return []Dependence{Standard, WholeObject, Refined} }

var dependenceNames = [numDependences]string{"standard", "object", "refined", "balanced"}

// String is the name of d, as the flag -dep takes it; it does not take that of Balanced.
func (d Dependence) String() string { return dependenceNames[d] }

// ParseDependence returns the Dependence with that name, one of Dependences, or an error if there is none.
func ParseDependence(name string) (Dependence, error) {
	for _, d := range Dependences() {
		if d.String() == name {
			return d, nil
		}
	}
	return 0, fmt.Errorf("model: dependence %q: there are %q", name, dependenceNames[:Balanced])
}

// A Role is how an operation acts on one object. It is the operation's Kind, or one of the roles below.
type Role uint8

// The roles that are no kinds. Those from SendOpen on occur under Refined only, see ObjectState.Role.
const (
	ClockRead   = Role(NumKinds) + iota // all others that have a Clock: Now, TimerStart, TimerStop
	ClockReturn                         // Return
	Overdraw                            // a WGDone that leaves the counter below zero, and panics

	SendOpen  // a Send on an open buffered channel
	RecvValue // a Recv of a value from a buffered channel
	Gone      // a Send, Recv, Len or Select on a channel that is closed and empty
	CloseOpen // a Close of an open channel
	Futile    // a Close of a closed channel, which panics
	OnceSeen  // an OnceBegin of a Once that is done
	TryFail   // a TryLock, RWTryLock or TryRLock of a lock that is held, or that a writer has announced itself to
	CASFail   // a CAS that fails, not of addresses
	ReadSome  // a FileRead of a file that is not empty
	NumRoles
)

// ClockWrite is the role on the clock of TimerFire, Wake and Idle.
const ClockWrite = Role(Idle)

// commuting lists sets of roles. Under Standard, on one object, each role in a set is independent of each role in it,
// itself included.
//
// Two unlocks of a mutex are independent in the papers, but not here. Of two that are enabled together one fails, and
// their order decides which. In a program without that mistake there is a lock between any two unlocks, so no reduction
// is lost. For the same reason a WGDone that leaves the counter below zero is an Overdraw, which is dependent with the
// WGDones before it.
//
// Of RUnlocks without a reader, too, the order decides which one fails. They are independent all the same: the
// exploration of a Go test in which one occurs starts again with WholeObject (docs/algorithms.md).
var commuting = [][]Role{
	{Role(Load)}, {Role(Read)}, {Role(MapRead)}, {Role(SystemRead)}, {Role(ReadSection)},
	{Role(RLock), Role(TryRLock), Role(RUnlock)},
	{Role(WGDone)}, {Role(WGWait)},
	{Role(CondAdd), Role(CondWait)},
	{ClockRead, ClockReturn},
	{Role(TestUse)}, {Role(TestEnd), Role(Return)},
}

// commutingPairs lists pairs of roles that are independent under Standard, likewise: a deadline of a file's readers is nothing to its
// writers, and the other way round. Its two ends may be closed in any order: after that nobody can use either.
var commutingPairs = [][2]Role{
	{Role(FileReaders), Role(FileWrite)}, {Role(FileReaders), Role(FileClose)}, {Role(FileReaders), Role(FileWriters)},
	{Role(FileWriters), Role(FileRead)}, {Role(FileWriters), Role(FileLeave)}, {Role(FileWriters), ReadSome},
	{Role(FileClose), Role(FileLeave)},
}

// A Relation is a Dependence as tables. It is symmetric, and must not be changed.
type Relation struct {
	dependent [NumRoles][NumRoles]bool
	// class is, by role, the least role that depends on the same roles.
	class [NumRoles]Role
	// full means that the role depends on every role, in every state.
	full [NumRoles]bool
	// refined means that the state decides the role of an operation: see refined.go.
	refined bool
	// balanced means that no Done leaves the counter of a WaitGroup below zero: see balanced.go.
	balanced bool
}

var relations = [numDependences]*Relation{
	Standard: newRelation(commuting, commutingPairs), WholeObject: newRelation([][]Role{{ClockRead}}, nil), Refined: newRefined(), Balanced: newBalanced(),
}

// Relation returns d as tables.
func (d Dependence) Relation() *Relation { return relations[d] }

// Dependent says whether two roles on one object are dependent in some state. Under Refined a SendOpen and a RecvValue
// are dependent in some states only, see Opposite; the state has no say in any other pair of roles.
func (r *Relation) Dependent(a, b Role) bool { return r.dependent[a][b] }

// Alike says whether a and b depend on the same roles. It is an equivalence.
func (r *Relation) Alike(a, b Role) bool { return r.class[a] == r.class[b] }

// Full says whether a depends on every role, in every state. An event with a full role happens after all older events
// on the object, and before all younger ones.
func (r *Relation) Full(a Role) bool { return r.full[a] }

// Refined says whether the state in which an operation is executed decides its role, as ObjectState.Role does.
func (r *Relation) Refined() bool { return r.refined }

// Balanced says whether the relation assumes that no Done leaves the counter of a WaitGroup below zero.
func (r *Relation) Balanced() bool { return r.balanced }

// newRelation returns the relation under which two roles are independent if one set of commuting has both, or if they
// are one of the pairs.
func newRelation(commuting [][]Role, pairs [][2]Role) *Relation {
	r := new(Relation)
	for a := range r.dependent {
		for b := range r.dependent[a] {
			r.dependent[a][b] = true
		}
	}
	for _, set := range commuting {
		for _, a := range set {
			for _, b := range set {
				r.dependent[a][b] = false
			}
		}
	}
	for _, p := range pairs {
		r.dependent[p[0]][p[1]], r.dependent[p[1]][p[0]] = false, false
	}
	for a := range r.dependent {
		r.full[a] = true
		for b := range r.dependent[a] {
			r.full[a] = r.full[a] && r.dependent[a][b]
		}
		for r.class[a] = 0; r.dependent[r.class[a]] != r.dependent[a]; r.class[a]++ {
		}
	}
	return r
}

// Barrier says whether op is ordered with every operation of every thread: a timer beyond the delay, which fires only
// when nothing else can run.
func (op *Op) Barrier() bool { return (op.Kind == TimerFire || op.Kind == Wake) && op.Arg == 1 }

// ClockRole is the role of op on the clock. Op.Clock must not be NoObject.
func (op *Op) ClockRole() Role {
	switch op.Kind {
	case TimerFire, Wake, Idle:
		return ClockWrite
	case Return:
		return ClockReturn
	case Collect:
		return Role(Collect)
	default:
		return ClockRead
	}
}

// Dependent says whether a and b, operations of different threads, are dependent; under Refined, in some state. It is
// symmetric. It does not know of Overdraw, which depends on the counter: two WGDones are independent.
func (d Dependence) Dependent(a, b *Op) bool {
	r := relations[d]
	if a.Obj != NoObject && a.Obj == b.Obj && r.dependent[a.Kind][b.Kind] {
		return true
	}
	if len(a.Cases) == 0 && len(b.Cases) == 0 && a.Clock == NoObject && b.Clock == NoObject {
		return false
	}
	return r.rest(a, b)
}

// rest is Dependent for operations with several objects.
func (r *Relation) rest(a, b *Op) bool {
	if a.Barrier() || b.Barrier() {
		return true
	}
	if a.Clock != NoObject && a.Clock == b.Clock && r.dependent[a.ClockRole()][b.ClockRole()] {
		return true
	}
	return r.onCases(a, b) || r.onCases(b, a)
}

// onCases says whether a and b are dependent because of an object among the Cases of a.
func (r *Relation) onCases(a, b *Op) bool {
	for i := range a.Cases {
		if o := a.Cases[i].Obj; o != NoObject {
			if role, touches := b.RoleOn(o); touches && r.dependent[a.CaseRole()][role] {
				return true
			}
		}
	}
	return false
}

// RoleOn returns the role of op on o, with no regard to the state, and whether o is an object of op. (In a joint event,
// both operations have the role Select on their channels instead.)
func (op *Op) RoleOn(o Object) (Role, bool) {
	switch {
	case op.Obj == o:
		return Role(op.Kind), true
	case op.Clock == o:
		return op.ClockRole(), true
	}
	return op.CaseRole(), op.Touches(o)
}

// CaseRole is the role of op on the objects of its Cases. A FileClose of a connection leaves the other direction.
func (op *Op) CaseRole() Role {
	if op.Kind == FileClose {
		return Role(FileLeave)
	}
	return Role(Select)
}

// Covers says whether all that depends on b depends on a, too, and each of the two has one object only.
func (r *Relation) Covers(a, b *Op) bool {
	return a.ByStatus() && b.ByStatus() && a.Obj == b.Obj && (r.Full(Role(a.Kind)) || a.Kind == b.Kind)
}

// Includes says whether every role that conflicts with b conflicts with a.
func (r *Relation) Includes(a, b Role) bool {
	for c := range NumRoles {
		if r.Conflicts(b, c) && !r.Conflicts(a, c) {
			return false
		}
	}
	return true
}

// Conflicts says whether p and q, roles of operations that are both enabled, are dependent. It is Dependent without
// Opposite: a Send and a Recv of a buffered channel that are both enabled commute, for neither makes the other one
// possible.
func (r *Relation) Conflicts(p, q Role) bool { return r.dependent[p][q] && !Opposite(p, q) }
