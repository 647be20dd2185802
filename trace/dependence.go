package trace

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
	return 0, fmt.Errorf("trace: dependence %q: there are %q", name, dependenceNames)
}

// A role is how an operation acts on one object: its Kind, or one of the roles below.
type role uint8

const (
	clockRead   = role(NumKinds) + iota // Now, TimerStart, TimerStop
	clockWrite                          // TimerFire, Wake
	clockReturn                         // Return
	overdraw                            // a WGDone that leaves the counter below zero, and fails

	sendOpen  // under Refined: a Send that puts a value into a buffered channel
	recvValue // a Recv that takes a value out of one
	gone      // a Send, Recv, Len or Select of a channel that is closed and empty
	futile    // a Close of a closed channel
	onceSeen  // an OnceBegin when the Once is done
	tryFail   // a TryLock, RWTryLock or TryRLock while the lock is held, or announced
	casFail   // a CAS that fails
	numRoles
)

// commuting lists the sets of roles that are independent of one another on one object under Standard.
//
// Two unlocks of a mutex, independent in the papers, are not among them: one of two that are enabled together fails, and
// which one depends on their order. In a program without that mistake a lock stands between any two unlocks, so nothing is
// lost. For the same reason a Done that leaves the counter below zero is dependent with the Dones before it.
var commuting = [][]role{
	{role(Load)}, {role(Read)}, {role(MapRead)},
	{role(RLock), role(TryRLock), role(RUnlock)},
	{role(WGDone)}, {role(WGWait)},
	{role(CondAdd), role(CondWait)},
	{clockRead, clockReturn},
}

// A relation is one Dependence as tables.
type relation struct {
	dependent [numRoles][numRoles]bool
	// class numbers the roles; two roles of one class depend on the same roles.
	class [numRoles]role
	// full says that the role depends on every role, whatever the state.
	full [numRoles]bool
	// refined says that the roles of this relation are those of refined.go.
	refined bool
}

var relations = [numDependences]*relation{
	Standard: newRelation(commuting, nil), WholeObject: newRelation(nil, nil), Refined: newRefined(),
}

// newRelation makes two roles independent if a set of commuting holds both, or if they are one of the pairs.
func newRelation(commuting [][]role, pairs [][2]role) *relation {
	r := new(relation)
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
func (op *Op) clockRole() role {
	switch op.Kind {
	case TimerFire, Wake:
		return clockWrite
	case Return:
		return clockReturn
	default:
		return clockRead
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
func (r *relation) rest(a, b *Op) bool {
	if a.Barrier() || b.Barrier() {
		return true
	}
	if a.Clock != NoObject && a.Clock == b.Clock && r.dependent[a.clockRole()][b.clockRole()] {
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

// Names says whether op touches o.
func (op *Op) Names(o Object) bool {
	if op.Obj == o || op.Clock == o {
		return true
	}
	for i := range op.Cases {
		if op.Cases[i].Obj == o {
			return true
		}
	}
	return false
}

// Wakes says whether the newest event wakes the transition c, whose operations have the numbers op and partner (-1 for none): it
// takes one of c's threads, or is dependent with c.
func (x *Execution) Wakes(c Choice, op, partner int32) bool {
	e := &x.events[len(x.events)-1]
	if e.Thread == c.Thread || e.partnerOp >= 0 && e.Partner == c.Thread {
		return true
	}
	if partner >= 0 && (e.Thread == c.Partner || e.partnerOp >= 0 && e.Partner == c.Partner) {
		return true
	}
	if x.relation.refined {
		return x.wakesRefined(e, op) || partner >= 0 && x.wakesRefined(e, partner) || x.overdrawn(e, op)
	}
	return x.dependsOn(e, op) || partner >= 0 && x.dependsOn(e, partner) || x.overdrawn(e, op)
}

// overdrawn says whether the newest event e and operation op are Dones of one WaitGroup that together leave the counter
// below zero: the order decides which of them fails.
func (x *Execution) overdrawn(e *event, op int32) bool {
	d, o := &x.ops[e.op].op, &x.ops[op].op
	return d.Kind == WGDone && o.Kind == WGDone && d.Obj == o.Obj && x.objects[o.Obj].now.after(o.action(Choice{}, o.Obj)).n < 0
}

// dependsOn says whether event e is dependent with operation op of another thread.
func (x *Execution) dependsOn(e *event, op int32) bool {
	o := &x.ops[op].op
	return x.dep.Dependent(&x.ops[e.op].op, o) || e.partnerOp >= 0 && x.dep.Dependent(&x.ops[e.partnerOp].op, o)
}
