package races

import (
	"sync"
	"sync/atomic"
	"testing"
)

type counters struct {
	name    string
	n       int64
	typed   atomic.Int64
	flag    atomic.Bool
	pointer atomic.Pointer[int]
	value   atomic.Value
}

func TestRaceAddAndIncrement(t *testing.T) {
	x := int32(0)
	together(func() { atomic.AddInt32(&x, 1) }, func() { x++ })
}

func TestRaceAddAndRead(t *testing.T) {
	x, y := int32(0), int32(0)
	together(func() { atomic.AddInt32(&x, 1) }, func() { y = x })
	sink = y
}

func TestRaceLoadAndWrite(t *testing.T) {
	x := int32(0)
	together(func() { atomic.LoadInt32(&x) }, func() { x = 1 })
}

func TestRaceStoreAndWrite(t *testing.T) {
	x := int32(0)
	together(func() { atomic.StoreInt32(&x, 2) }, func() { x = 1 })
}

func TestRaceSwapAndRead(t *testing.T) {
	x, y := uint64(0), uint64(0)
	together(func() { atomic.SwapUint64(&x, 2) }, func() { y = x })
	sink = y
}

func TestRaceOrAndRead(t *testing.T) {
	x, y := uint32(0), uint32(0)
	together(func() { atomic.OrUint32(&x, 2) }, func() { y = x })
	sink = y
}

// A CompareAndSwap is a write even if it fails.
func TestRaceFailedCompareAndSwapAndRead(t *testing.T) {
	x, y := int32(0), int32(0)
	together(func() { atomic.CompareAndSwapInt32(&x, 7, 2) }, func() { y = x })
	sink = y
}

func TestRacePointerAndRead(t *testing.T) {
	x, y := new(int), new(int)
	var p atomic.Pointer[int]
	together(func() { p.Store(x) }, func() { q := p; y = q.Load() })
	sink = y
}

func TestRaceAtomicField(t *testing.T) {
	c := new(counters)
	together(func() { atomic.AddInt64(&c.n, 1) }, func() { c.n++ })
}

func addThrough[T any](p *T, add func(*T)) { add(p) }

func TestRaceAtomicThroughGeneric(t *testing.T) {
	c := new(counters)
	together(func() { addThrough(&c.n, func(p *int64) { atomic.AddInt64(p, 1) }) }, func() { addThrough(&c.n, func(p *int64) { *p++ }) })
}

func TestRaceCopyOfTyped(t *testing.T) {
	c := new(counters)
	together(func() { c.typed.Add(1) }, func() { d := *c; sink = d.n })
}

func TestRaceCopyOfBool(t *testing.T) {
	c := new(counters)
	together(func() { c.flag.Store(true) }, func() { d := *c; sink = d.n })
}

func TestRaceCopyOfPointer(t *testing.T) {
	c := new(counters)
	together(func() { c.pointer.CompareAndSwap(nil, new(int)) }, func() { d := *c; sink = d.n })
}

func TestRaceCopyOfValue(t *testing.T) {
	c := new(counters)
	together(func() { c.value.Store(1) }, func() { d := *c; sink = d.n })
}

func TestRaceZeroedBesideLoad(t *testing.T) {
	c := new(counters)
	together(func() { c.typed.Load() }, func() { *c = counters{} })
}

// In the order in which the second Add comes last, it observes the first one and comes after the write. In the other order nothing does.
func TestRaceHiddenByTheOtherOrder(t *testing.T) {
	x := int32(5)
	together(func() { atomic.AddInt32(&x, 1) }, func() { x = 1; atomic.AddInt32(&x, 1) })
}

func TestNoneLoadAndRead(t *testing.T) {
	x, y := int32(0), int32(0)
	together(func() { atomic.LoadInt32(&x) }, func() { y = x })
	sink = y
}

func TestNoneNeighbours(t *testing.T) {
	x := new([2]int32)
	together(func() { atomic.AddInt32(&x[0], 1) }, func() { x[1] = 4 })
}

func TestNoneAtomicAndLocked(t *testing.T) {
	var mu sync.Mutex
	x := int32(0)
	together(func() { mu.Lock(); atomic.AddInt32(&x, 1); mu.Unlock() }, func() { mu.Lock(); x++; mu.Unlock() })
}

func TestNonePublished(t *testing.T) {
	x, y := int32(0), 0
	together(func() { y = 5; atomic.StoreInt32(&x, 1) }, func() {
		if atomic.LoadInt32(&x) == 1 {
			y++
		}
	})
}

func TestNoneBeforeAndAfter(t *testing.T) {
	c := new(counters)
	c.n = 4
	together(func() { atomic.AddInt64(&c.n, 1) }, func() { atomic.AddInt64(&c.n, 1) })
	c.n++
}

func TestNoneTheLastOneOwns(t *testing.T) {
	x := int32(0)
	f := func() {
		if atomic.AddInt32(&x, 1) == 2 {
			x = 7
		}
	}
	together(f, f)
}
