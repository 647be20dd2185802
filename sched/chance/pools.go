package chance

import (
	"slices"
	"unsafe"
)

// A Thread is what is known of one thread in one execution.
type Thread struct {
	Pools Pools // of the sync.Pools that are not explored
	Picks int   // the values that were explored
}

// Pools are the objects in sync.Pools, in the order in which they were put there. One Pools belongs to a thread, or to all threads.
type Pools []Pooled

// Pooled is an object in a pool.
type Pooled struct {
	Pool   unsafe.Pointer
	Object any
	old    bool // a collection has seen it there
}

// mostPooled bounds Pools: a pool may drop what it is given.
const mostPooled = 64

// Put puts x in a pool.
func (p *Pools) Put(pool unsafe.Pointer, x any) {
	if len(*p) < mostPooled {
		*p = append(*p, Pooled{Pool: pool, Object: x})
	}
}

// Get takes the object out of a pool that was put there last; nil if there is none.
func (p *Pools) Get(pool unsafe.Pointer) any {
	for i := len(*p) - 1; i >= 0; i-- {
		if x := (*p)[i].Object; (*p)[i].Pool == pool {
			*p = append((*p)[:i], (*p)[i+1:]...)
			return x
		}
	}
	return nil
}

// Age is what a collection does: the second that finds an object in a pool drops it.
func (p *Pools) Age() {
	*p = slices.DeleteFunc(*p, func(x Pooled) bool { return x.old })
	for i := range *p {
		(*p)[i].old = true
	}
}

// Clock returns the address of what stands for the moment at which x was put: in x, where nothing synchronizes, because such words
// are aligned.
func Clock(x any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&x))[1] + 2 }
