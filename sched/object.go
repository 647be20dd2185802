package sched

import (
	"unsafe"

	"heddle/trace"
)

// An object is what the engine knows of one mutex, channel, atomic variable and so on, in one execution.
type object struct {
	addr    uintptr
	name    trace.Object // NoObject until a visible operation is on it
	kind    objectKind
	number  int       // among the objects of its kind, from 1: "mutex 2"
	owner   *thread   // a lock's holder
	holders []*thread // an rwmutex's readers, while recording
	ownerAt []uintptr // where the holder got it, while recording
	waiters []waiter  // a condition variable's
	slots   int32     // a channel's first slot of the race detector, 0 none yet
}

// objects names the objects of one execution by their addresses: an open-addressing table that is emptied by changing its
// generation.
//
// Only a visible operation gives an object the next trace.Object. What the standard library keeps from one execution to the next
// makes the exempt operations differ (exempt.go), and must not change the names of the others.
type objects struct {
	list   []object
	named  []int32 // by trace.Object: the index in list
	table  []objectSlot
	gen    uint32
	bits   uint
	counts [numObjectKinds]int
	slots  int32 // slots of the race detector given out
}

type objectSlot struct {
	addr uintptr
	gen  uint32
	i    int32 // in list
}

// clockObject is the object that stands for the virtual clock in every execution.
const clockObject trace.Object = 0

func (o *objects) reset() {
	if o.table == nil {
		o.bits = 8
		o.table = make([]objectSlot, 1<<o.bits)
	}
	o.gen++
	o.list, o.named = o.list[:0], o.named[:0]
	o.counts = [numObjectKinds]int{}
	o.slots = 0
	o.name(1) // the clock
}

// name returns the name of the object at addr.
func (o *objects) name(addr uintptr) trace.Object {
	i := o.find(addr)
	x := &o.list[i]
	if x.name == trace.NoObject {
		x.name = trace.Object(len(o.named))
		o.named = append(o.named, i)
	}
	return x.name
}

// hidden returns what stands in place of a name for the object at addr in an exempt operation.
func (o *objects) hidden(addr uintptr) trace.Object {
	return trace.NoObject - 1 - trace.Object(o.find(addr))
}

// index is the place in list of an object, by what name or hidden returned.
func (o *objects) index(obj trace.Object) int32 {
	if obj < trace.NoObject {
		return int32(trace.NoObject - 1 - obj)
	}
	return o.named[obj]
}

// find returns the index of the object at addr, which gets the next one when it is new.
func (o *objects) find(addr uintptr) int32 {
	i := o.hash(addr)
	for o.table[i].gen == o.gen {
		if o.table[i].addr == addr {
			return o.table[i].i
		}
		i = (i + 1) & (len(o.table) - 1)
	}
	n := int32(len(o.list))
	if cap(o.list) > len(o.list) {
		o.list = o.list[:n+1]
		x := &o.list[n]
		*x = object{addr: addr, name: trace.NoObject, waiters: x.waiters[:0], holders: x.holders[:0]}
	} else {
		o.list = append(o.list, object{addr: addr, name: trace.NoObject})
	}
	o.table[i] = objectSlot{addr, o.gen, n}
	if len(o.list)*2 > len(o.table) {
		o.grow()
	}
	return n
}

func (o *objects) hash(addr uintptr) int {
	return int(uint64(addr>>2) * 0x9e3779b97f4a7c15 >> (64 - o.bits))
}

func (o *objects) grow() {
	old := o.table
	o.bits++
	o.table = make([]objectSlot, 1<<o.bits)
	for _, s := range old {
		if s.gen != o.gen {
			continue
		}
		i := o.hash(s.addr)
		for o.table[i].gen == o.gen {
			i = (i + 1) & (len(o.table) - 1)
		}
		o.table[i] = s
	}
}

// object names the object at addr.
func (r *runtime) object(addr uintptr) trace.Object { return r.objects.name(addr) }

// of returns what is known of an object.
func (r *runtime) of(o trace.Object) *object { return &r.objects.list[r.objects.index(o)] }

// A place is where a channel operation finds or puts its value: on the stack of the goroutine, which can move, or elsewhere.
type place struct {
	p        unsafe.Pointer
	distance uintptr // from the top of the stack of g; 0 when p is meant
	g        uintptr
}

func placeOf(p unsafe.Pointer, g uintptr) place {
	if d := stackPlace(p); d != 0 {
		return place{distance: d, g: g}
	}
	return place{p: p}
}

func (p place) pointer() unsafe.Pointer {
	if p.distance != 0 {
		return stackAt(p.g, p.distance)
	}
	return p.p
}
