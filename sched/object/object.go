package object

import (
	"heddle/model"
	"heddle/sched/table"
)

// An Object is what the engine knows of one mutex, channel, atomic variable and so on, in one execution.
type Object struct {
	addr    uintptr
	named   bool           // a visible operation is on it
	Name    model.Object   // if it is named; else that of the object in this place of an earlier execution
	origin  Origin         // what name stands for
	Holders []model.Thread // an rwmutex's readers
	Waiters []Waiter       // a condition variable's
	slots   int32          // a channel's first slot of the race detector, 0 none yet
}

// A Waiter is a thread between the two parts of Cond.Wait.
type Waiter struct {
	Thread model.Thread
	Woken  bool
}

// Set finds the objects of one execution by their addresses: an open-addressing table that is emptied by changing its
// generation.
//
// Only a visible operation gives an object a model.Object, which it has in all executions (origin.go).
type Set struct {
	List   []Object
	byAddr table.Table[uintptr, int32] // indices of list
	slots  int32                       // slots of the race detector given out
	owners []int32                     // by slot: the object in list

	names  map[Origin]model.Object // of all executions
	listed []int32                 // by model.Object: its index in list, if this execution has named it
	Made   Allocations
}

// Clock is the object that stands for the virtual clock in every execution.
const Clock model.Object = 0

func (o *Set) Reset() {
	if o.names == nil {
		o.names = map[Origin]model.Object{}
	}
	o.byAddr.Reset()
	o.List = o.List[:0]
	o.slots, o.owners = 0, o.owners[:0]
	o.Made.reset()
	o.Name(clockAddress)
}

// clockAddress stands for the address of the clock, the first object to be named.
const clockAddress = 1

// Name returns the name of the object at addr.
func (o *Set) Name(addr uintptr) model.Object {
	name, _ := o.Meet(addr)
	return name
}

// Meet returns the name of the object at addr, and whether no operation of this execution has named it before.
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

// intern returns the name of what has this origin.
func (o *Set) intern(origin Origin) model.Object {
	name, ok := o.names[origin]
	if !ok {
		name = model.Object(len(o.names))
		o.names[origin] = name
		o.listed = append(o.listed, 0)
	}
	return name
}

// Hidden returns what stands in place of a name for the object at addr in an exempt operation.
func (o *Set) Hidden(addr uintptr) model.Object {
	return model.NoObject - 1 - model.Object(o.find(addr))
}

// Index is the place in list of an object, by what name or hidden returned.
func (o *Set) Index(obj model.Object) int32 {
	if obj < model.NoObject {
		return int32(model.NoObject - 1 - obj)
	}
	return o.listed[obj]
}

// find returns the index of the object at addr, which gets the next one when it is new.
func (o *Set) find(addr uintptr) int32 {
	at, found := o.byAddr.At(addr, uint64(addr>>2))
	if found {
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
	return n
}

// Of returns what is known of an object.
func (o *Set) Of(name model.Object) *Object { return &o.List[o.Index(name)] }

// Slots returns the first of the n clocks that the race detector keeps for an object.
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

// OriginOf is the origin of an object, by its place in list.
func (o *Set) OriginOf(i int32) Origin { return o.Made.Origin(o.List[i].addr) }

// OriginOfSlot is the origin of the object that has the slot, and its place among the object's slots, from 1.
func (o *Set) OriginOfSlot(slot int32) (Origin, int32) {
	x := &o.List[o.owners[slot]]
	return o.Made.Origin(x.addr), slot - (x.slots - 1)
}
