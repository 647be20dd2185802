// Package object names what operations are on: mutexes, channels, atomic variables and so on.
//
// Algorithms compare objects of different executions, so an object must have the same name whatever the order of the threads. It is
// named by its allocation, which is an event of its thread's past (origin.go). Objects that no managed goroutine has allocated, such as
// package-level variables, are named by their addresses.
package object

import (
	"slices"

	"heddle/model"
	"heddle/sched/table"
)

// An Object is what the engine knows of one object in one execution.
type Object struct {
	addr    uintptr
	named   bool           // a visible operation has been on it
	Name    model.Object   // if it is named; else that of the object in this place of the list in an earlier execution
	origin  Origin         // what Name names
	Holders []model.Thread // the readers that hold an RWMutex
	Waiters []Waiter       // of a condition variable
	slots   int32          // its first slot of the race detector, from 1; 0 for none yet
	checked int32          // how many collections there had been when addr was last known to be still the object's
	made    int            // how many allocations there had been when addr was first used
}

// A Waiter is a thread between the two parts of Cond.Wait.
type Waiter struct {
	Thread model.Thread
	Woken  bool // by a Signal or a Broadcast
}

// Waiter returns t as a waiter of x; nil if it is none.
func (x *Object) Waiter(t model.Thread) *Waiter {
	for i := range x.Waiters {
		if x.Waiters[i].Thread == t {
			return &x.Waiters[i]
		}
	}
	return nil
}

// Signals appends one transition of t, a signal, for each waiter of x that has not been woken, or one that wakes nobody.
func (x *Object) Signals(t model.Thread, to []model.Choice) []model.Choice {
	for _, w := range x.Waiters {
		if !w.Woken {
			to = append(to, model.Choice{Thread: t, Partner: w.Thread})
		}
	}
	if len(to) == 0 {
		to = append(to, model.Choice{Thread: t, Partner: model.NoThread})
	}
	return to
}

// Wake wakes the waiter t of x, or all if t is NoThread.
func (x *Object) Wake(t model.Thread) {
	for i := range x.Waiters {
		if w := &x.Waiters[i]; t == model.NoThread || w.Thread == t {
			w.Woken = true
		}
	}
}

// Leave removes t from the waiters of x.
func (x *Object) Leave(t model.Thread) {
	x.Waiters = slices.DeleteFunc(x.Waiters, func(w Waiter) bool { return w.Thread == t })
}

// Free removes t from the readers that hold an RWMutex, or the last one if t holds it not, and reports whether t did.
func (x *Object) Free(t model.Thread) bool {
	i := slices.Index(x.Holders, t)
	held := i >= 0
	if !held {
		i = len(x.Holders) - 1
	}
	if i >= 0 {
		x.Holders = slices.Delete(x.Holders, i, i+1)
	}
	return held
}

// A Set is the objects of one execution. Only a visible operation gives an object a model.Object, which is the same in all executions.
type Set struct {
	List   []Object
	Made   Allocations
	byAddr table.Table[uintptr, int32] // indices of List
	slots  int32                       // slots of the race detector in use
	owners []int32                     // by slot: the index of its object in List

	collections int32 // that have freed memory in this execution

	names  map[Origin]model.Object // of all executions
	listed []int32                 // by model.Object: its index in List, if this execution has named it
}

// Clock is the name of the virtual clock in every execution.
const Clock model.Object = 0

// Reset makes ready for another execution.
func (o *Set) Reset() {
	if o.names == nil {
		o.names = map[Origin]model.Object{}
	}
	o.byAddr.Reset()
	o.List = o.List[:0]
	o.slots, o.owners, o.collections = 0, o.owners[:0], 0
	o.Made.reset()
	o.Name(clockAddress)
}

// clockAddress is used as the address of the clock, the first object to be named.
const clockAddress = 1

// Name returns the name of the object at addr.
func (o *Set) Name(addr uintptr) model.Object {
	name, _ := o.Meet(addr)
	return name
}

// Meet is Name, and reports whether the object had no name in this execution before.
func (o *Set) Meet(addr uintptr) (name model.Object, first bool) {
	i := o.find(addr)
	x := &o.List[i]
	if x.named {
		return x.Name, false
	}
	x.named = true
	if origin := o.Made.Origin(addr); x.origin != origin || x.Name == model.NoObject {
		x.origin, x.Name = origin, o.intern(origin)
	}
	o.listed[x.Name] = i
	return x.Name, true
}

// intern returns the name of the object with this origin.
func (o *Set) intern(origin Origin) model.Object {
	name, ok := o.names[origin]
	if !ok {
		name = model.Object(len(o.names))
		o.names[origin] = name
		o.listed = append(o.listed, 0)
	}
	return name
}

// Hidden returns what exempt operations use in place of a name for the object at addr.
func (o *Set) Hidden(addr uintptr) model.Object {
	return model.NoObject - 1 - model.Object(o.find(addr))
}

// Index returns the index in List of an object, by what Name or Hidden returned.
func (o *Set) Index(obj model.Object) int32 {
	if obj < model.NoObject {
		return int32(model.NoObject - 1 - obj)
	}
	return o.listed[obj]
}

// Collected notes that a collection has freed memory: an address may become that of another object.
func (o *Set) Collected() { o.collections++ }

// find returns the index of the object at addr, which gets the next one when it is new.
func (o *Set) find(addr uintptr) int32 {
	at, found := o.byAddr.At(addr, uint64(addr>>2))
	if found && (o.List[*at].checked == o.collections || o.still(&o.List[*at])) {
		return *at
	}
	n := int32(len(o.List))
	*at = n
	if cap(o.List) > len(o.List) {
		o.List = o.List[:n+1]
		x := &o.List[n]
		*x = Object{addr: addr, Name: x.Name, origin: x.origin, Waiters: x.Waiters[:0], Holders: x.Holders[:0]}
	} else {
		o.List = append(o.List, Object{addr: addr, Name: model.NoObject})
	}
	o.List[n].checked, o.List[n].made = o.collections, o.Made.Len()
	return n
}

// still reports whether x is what is at its address now: no allocation there is younger.
func (o *Set) still(x *Object) bool {
	x.checked = o.collections
	return o.Made.Order(x.addr) <= x.made
}

// Of returns what is known of the object with this name.
func (o *Set) Of(name model.Object) *Object { return &o.List[o.Index(name)] }

// Slots returns the first of the n slots that an object has in the race detector: clocks of its parts.
func (o *Set) Slots(name model.Object, n int32) int32 {
	i := o.Index(name)
	x := &o.List[i]
	if x.slots == 0 {
		x.slots = o.slots + 1
		o.slots += n
		for range n {
			o.owners = append(o.owners, i)
		}
	}
	return x.slots - 1
}

// OfSlot returns the object that has the slot, and the number of the slot among the object's, from 1.
func (o *Set) OfSlot(slot int32) (*Object, int32) {
	x := &o.List[o.owners[slot]]
	return x, slot - (x.slots - 1)
}

// OriginOf returns the origin of the object with this index in List.
func (o *Set) OriginOf(i int32) Origin { return o.Made.Origin(o.List[i].addr) }

// OriginOfSlot returns the origin of the object that has the slot, and the number of the slot among the object's, from 1.
func (o *Set) OriginOfSlot(slot int32) (Origin, int32) {
	x, n := o.OfSlot(slot)
	return o.Made.Origin(x.addr), n
}
