package model

import "fmt"

// A Dependence says which operations are dependent: those whose order can matter, and which happens-before therefore orders.
// The zero value is Standard. Operations of one thread are always ordered, whatever the Dependence.
type Dependence uint8

const (
	// Standard is the relation of the papers: operations on one object are dependent unless both only read it, or
	// commute as DESIGN.md, section 4, lists.
	Standard Dependence = iota
	// WholeObject makes any two operations on one object dependent: figure 5 of the dynamic POR paper (2005), and the
	// unfolding paper.
	WholeObject
	// Refined is Standard, but for operations that do not matter to one another in the state in which they are executed:
	// see refined.go.
	Refined
	numDependences
)

// Dependences are all of them.
func Dependences() []Dependence { return []Dependence{Standard, WholeObject, Refined} }

var dependenceNames = [numDependences]string{"standard", "object", "refined"}

// String is the name that -dep takes.
func (d Dependence) String() string { return dependenceNames[d] }

// ParseDependence reads what String wrote.
func ParseDependence(name string) (Dependence, error) {
	for d, n := range dependenceNames {
		if n == name {
			return Dependence(d), nil
		}
	}
	return 0, fmt.Errorf("model: dependence %q: there are %q", name, dependenceNames)
}

// A role is how an operation acts on one object: its Kind, or one of the roles below.
type Role uint8

const (
	ClockRead   = Role(NumKinds) + iota // Now, TimerStart, TimerStop
	ClockWrite                          // TimerFire, Wake
	ClockReturn                         // Return
	Overdraw                            // a WGDone that leaves the counter below zero, and fails

	SendOpen  // under Refined: a Send that puts a value into a buffered channel
	RecvValue // a Recv that takes a value out of one
	Gone      // a Send, Recv, Len or Select of a channel that is closed and empty
	Futile    // a Close of a closed channel
	OnceSeen  // an OnceBegin when the Once is done
	TryFail   // a TryLock, RWTryLock or TryRLock while the lock is held, or announced
	CASFail   // a CAS that fails
	NumRoles
)

// commuting lists the sets of roles that are independent of one another on one object under Standard.
//
// Two unlocks of a mutex, independent in the papers, are not among them: one of two that are enabled together fails, and
// which one depends on their order. In a program without that mistake a lock stands between any two unlocks, so nothing is
// lost. For the same reason a Done that leaves the counter below zero is dependent with the Dones before it.
var commuting = [][]Role{
	{Role(Load)}, {Role(Read)}, {Role(MapRead)},
	{Role(RLock), Role(TryRLock), Role(RUnlock)},
	{Role(WGDone)}, {Role(WGWait)},
	{Role(CondAdd), Role(CondWait)},
	{ClockRead, ClockReturn},
}

// A relation is one Dependence as tables.
type Relation struct {
	dependent [NumRoles][NumRoles]bool
	// class numbers the roles; two roles of one class depend on the same roles.
	class [NumRoles]Role
	// full says that the role depends on every role, whatever the state.
	full [NumRoles]bool
	// refined says that the roles of this relation are those of refined.go.
	refined bool
}

var relations = [numDependences]*Relation{
	Standard: newRelation(commuting, nil), WholeObject: newRelation(nil, nil), Refined: newRefined(),
}

// Relation is d as tables.
func (d Dependence) Relation() *Relation { return relations[d] }

// Dependent says whether two roles on one object are dependent; under Refined, in some state.
func (r *Relation) Dependent(a, b Role) bool { return r.dependent[a][b] }

// Alike says whether a and b depend on the same roles.
func (r *Relation) Alike(a, b Role) bool { return r.class[a] == r.class[b] }

// Full says whether the role depends on every role, whatever the state.
func (r *Relation) Full(a Role) bool { return r.full[a] }

// Refined says whether the state in which an operation is executed decides its role.
func (r *Relation) Refined() bool { return r.refined }

// newRelation makes two roles independent if a set of commuting holds both, or if they are one of the pairs.
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

// Barrier says that op is ordered with every operation of every thread: a timer beyond the delay, which fires only when
// nothing else can run.
func (op *Op) Barrier() bool { return (op.Kind == TimerFire || op.Kind == Wake) && op.Arg == 1 }

// clockRole is how op acts on the clock.
func (op *Op) ClockRole() Role {
	switch op.Kind {
	case TimerFire, Wake:
		return ClockWrite
	case Return:
		return ClockReturn
	default:
		return ClockRead
	}
}

// Dependent says whether a and b, operations of different threads, are dependent; under Refined, in some state. It is
// symmetric.
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

// rest is Dependent for operations with several objects. What they do to a channel among their Cases depends on all that is
// done to it.
func (r *Relation) rest(a, b *Op) bool {
	if a.Barrier() || b.Barrier() {
		return true
	}
	if a.Clock != NoObject && a.Clock == b.Clock && r.dependent[a.ClockRole()][b.ClockRole()] {
		return true
	}
	for i := range a.Cases {
		if a.Cases[i].Obj != NoObject && b.Names(a.Cases[i].Obj) {
			return true
		}
	}
	for i := range b.Cases {
		if b.Cases[i].Obj != NoObject && a.Names(b.Cases[i].Obj) {
			return true
		}
	}
	return false
}

// roleOn is how op, should it take part in no joint event, acts on o.
func (op *Op) RoleOn(o Object) (Role, bool) {
	switch {
	case op.Obj == o:
		return Role(op.Kind), true
	case op.Clock == o:
		return op.ClockRole(), true
	}
	return Role(Select), op.Names(o)
}

// includes says whether all that depends on b depends on a.
func (r *Relation) Includes(a, b Role) bool {
	for c := range r.dependent[b] {
		if r.dependent[b][c] && !r.dependent[a][c] {
			return false
		}
	}
	return true
}

// conflicts says whether p and q are dependent, where either can come first: then a Send is not the one that makes a Recv enabled, nor
// the reverse.
func (r *Relation) Conflicts(p, q Role) bool { return r.dependent[p][q] && !Opposite(p, q) }
