package sched

import (
	"unsafe"

	"heddle/trace"
)

// An object is what the engine knows of one mutex, channel, atomic variable and so on, in one execution.
type object struct {
	addr    uintptr
	kind    objectKind
	number  int       // among the objects of its kind, from 1: "mutex 2"
	owner   *thread   // a lock's holder
	holders []*thread // an rwmutex's readers, while recording
	ownerAt []uintptr // where the holder got it, while recording
	waiters []waiter  // a condition variable's
	slots   int32     // a channel's first slot of the race detector, 0 none yet
	waited  bool      // a WaitGroup has been waited for since its counter left zero
	strange bool      // it was there before the execution began
}

// objects names the objects of one execution by their addresses: an open-addressing table that is emptied by changing its
// generation.
type objects struct {
	list   []object
	table  []objectSlot
	gen    uint32
	bits   uint
	counts [numObjectKinds]int
	slots  int32 // slots of the race detector given out
}

type objectSlot struct {
	addr uintptr
	gen  uint32
	obj  trace.Object
}

// clockObject is the object that stands for the virtual clock in every execution.
const clockObject trace.Object = 0

func (o *objects) reset() {
	if o.table == nil {
		o.bits = 8
		o.table = make([]objectSlot, 1<<o.bits)
	}
	o.gen++
	o.list = o.list[:0]
	o.counts = [numObjectKinds]int{}
	o.slots = 0
	o.name(1) // the clock
}

// name returns the object at addr, which gets the next number when it is new.
func (o *objects) name(addr uintptr) trace.Object {
	i := o.hash(addr)
	for o.table[i].gen == o.gen {
		if o.table[i].addr == addr {
			return o.table[i].obj
		}
		i = (i + 1) & (len(o.table) - 1)
	}
	obj := trace.Object(len(o.list))
	if cap(o.list) > len(o.list) {
		o.list = o.list[:len(o.list)+1]
		x := &o.list[obj]
		*x = object{addr: addr, waiters: x.waiters[:0], holders: x.holders[:0]}
	} else {
		o.list = append(o.list, object{addr: addr})
	}
	o.table[i] = objectSlot{addr, o.gen, obj}
	if len(o.list)*2 > len(o.table) {
		o.grow()
	}
	return obj
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
func (r *runtime) of(o trace.Object) *object { return &r.objects.list[o] }

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
