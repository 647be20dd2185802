package sched

import (
	"heddle/model"
	"heddle/sched/table"
)

// An object is what the engine knows of one mutex, channel, atomic variable and so on, in one execution.
type object struct {
	addr    uintptr
	named   bool           // a visible operation is on it
	name    model.Object   // if it is named; else that of the object in this place of an earlier execution
	origin  origin         // what name stands for
	holders []model.Thread // an rwmutex's readers
	waiters []waiter       // a condition variable's
	slots   int32          // a channel's first slot of the race detector, 0 none yet
}

// objects finds the objects of one execution by their addresses: an open-addressing table that is emptied by changing its
// generation.
//
// Only a visible operation gives an object a model.Object, which it has in all executions (origin.go).
type objects struct {
	list   []object
	byAddr table.Table[uintptr, int32] // indices of list
	slots  int32                       // slots of the race detector given out
	owners []int32                     // by slot: the object in list

	names  map[origin]model.Object // of all executions
	listed []int32                 // by model.Object: its index in list, if this execution has named it
	made   made
}

// clockObject is the object that stands for the virtual clock in every execution.
const clockObject model.Object = 0

func (o *objects) reset() {
	if o.names == nil {
		o.names = map[origin]model.Object{}
	}
	o.byAddr.Reset()
	o.list = o.list[:0]
	o.slots, o.owners = 0, o.owners[:0]
	o.made.reset()
	o.name(clockAddress)
}

// clockAddress stands for the address of the clock, the first object to be named.
const clockAddress = 1

// name returns the name of the object at addr.
func (o *objects) name(addr uintptr) model.Object {
	name, _ := o.meet(addr)
	return name
}

// meet returns the name of the object at addr, and whether no operation of this execution has named it before.
func (o *objects) meet(addr uintptr) (name model.Object, first bool) {
	i := o.find(addr)
	x := &o.list[i]
	if x.named {
		return x.name, false
	}
	x.named = true
	if origin := o.made.origin(addr); x.origin != origin || x.name == model.NoObject {
		x.origin, x.name = origin, o.intern(origin)
	}
	o.listed[x.name] = i
	return x.name, true
}

// intern returns the name of what has this origin.
func (o *objects) intern(origin origin) model.Object {
	name, ok := o.names[origin]
	if !ok {
		name = model.Object(len(o.names))
		o.names[origin] = name
		o.listed = append(o.listed, 0)
	}
	return name
}

// hidden returns what stands in place of a name for the object at addr in an exempt operation.
func (o *objects) hidden(addr uintptr) model.Object {
	return model.NoObject - 1 - model.Object(o.find(addr))
}

// index is the place in list of an object, by what name or hidden returned.
func (o *objects) index(obj model.Object) int32 {
	if obj < model.NoObject {
		return int32(model.NoObject - 1 - obj)
	}
	return o.listed[obj]
}

// find returns the index of the object at addr, which gets the next one when it is new.
func (o *objects) find(addr uintptr) int32 {
	at, found := o.byAddr.At(addr, uint64(addr>>2))
	if found {
		return *at
	}
	n := int32(len(o.list))
	*at = n
	if cap(o.list) > len(o.list) {
		o.list = o.list[:n+1]
		x := &o.list[n]
		*x = object{addr: addr, name: x.name, origin: x.origin, waiters: x.waiters[:0], holders: x.holders[:0]}
	} else {
		o.list = append(o.list, object{addr: addr, name: model.NoObject})
	}
	return n
}

// of returns what is known of an object.
func (o *objects) of(name model.Object) *object { return &o.list[o.index(name)] }

// slotsOf returns the first of the n clocks that the race detector keeps for an object.
func (o *objects) slotsOf(name model.Object, n int32) int32 {
	i := o.index(name)
	x := &o.list[i]
	if x.slots == 0 {
		x.slots = o.slots + 1
		o.slots += n
		for range n {
			o.owners = append(o.owners, i)
		}
	}
	return x.slots - 1
}
