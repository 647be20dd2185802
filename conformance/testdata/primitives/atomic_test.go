package primitives

import (
	"fmt"
	"sync/atomic"
	"testing"
	"unsafe"
)

func TestAtomicAdd(t *testing.T) {
	check(t, func() string {
		var n atomic.Int32
		var a, b int32
		parallel(func() { a = n.Add(1) }, func() { b = n.Add(2) })
		return fmt.Sprint(a, b, n.Load())
	}, "1 3 3", "3 2 3")
}

func TestAtomicLostUpdate(t *testing.T) {
	check(t, func() string {
		var n atomic.Int64
		up := func() { n.Store(n.Load() + 1) }
		parallel(up, up)
		return fmt.Sprint(n.Load())
	}, "1", "2")
}

func TestAtomicCAS(t *testing.T) {
	check(t, func() string {
		var n atomic.Uint32
		var a, b bool
		parallel(func() { a = n.CompareAndSwap(0, 1) }, func() { b = n.CompareAndSwap(0, 2) })
		return fmt.Sprint(a, b, n.Load())
	}, "true false 1", "false true 2")
}

func TestAtomicCASLoop(t *testing.T) {
	check(t, func() string {
		var n atomic.Int64
		up := func() {
			for {
				v := n.Load()
				if n.CompareAndSwap(v, v+1) {
					return
				}
			}
		}
		parallel(up, up)
		return fmt.Sprint(n.Load())
	}, "2")
}

func TestAtomicSwap(t *testing.T) {
	check(t, func() string {
		var n atomic.Uint64
		var a, b uint64
		parallel(func() { a = n.Swap(1) }, func() { b = n.Swap(2) })
		return fmt.Sprint(a, b, n.Load())
	}, "0 1 2", "2 0 1")
}

// Sequential consistency: at least one goroutine sees the other's store.
func TestAtomicStoreBuffering(t *testing.T) {
	check(t, func() string {
		var x, y, a, b atomic.Int32
		parallel(func() { x.Store(1); a.Store(y.Load()) }, func() { y.Store(1); b.Store(x.Load()) })
		return fmt.Sprint(a.Load(), b.Load())
	}, "0 1", "1 0", "1 1")
}

func TestAtomicMessagePassing(t *testing.T) {
	check(t, func() string {
		var ready atomic.Bool
		data, got := 0, -1
		parallel(func() { data = 7; ready.Store(true) }, func() {
			if ready.Load() {
				got = data
			}
		})
		return fmt.Sprint(got)
	}, "-1", "7")
}

func TestAtomicIndependentReads(t *testing.T) {
	check(t, func() string {
		var x, y atomic.Int32
		var a, b, c, d int32
		parallel(
			func() { x.Store(1) }, func() { y.Store(1) },
			func() { a = x.Load(); b = y.Load() },
			func() { c = y.Load(); d = x.Load() })
		return fmt.Sprint(a, b, c, d)
	}, allBits(4, "1 0 1 0")...)
}

// allBits returns the n-tuples of 0 and 1, except for one.
func allBits(n int, but string) []string {
	var all []string
	for i := range 1 << n {
		text := ""
		for k := range n {
			if k > 0 {
				text += " "
			}
			text += fmt.Sprint(i >> k & 1)
		}
		if text != but {
			all = append(all, text)
		}
	}
	return all
}

func TestAtomicAndOr(t *testing.T) {
	check(t, func() string {
		var n atomic.Uint32
		n.Store(6)
		var a, b uint32
		parallel(func() { a = n.And(3) }, func() { b = n.Or(8) })
		return fmt.Sprint(a, b, n.Load())
	}, "6 2 10", "14 6 2")
}

func TestAtomicPointer(t *testing.T) {
	check(t, func() string {
		var p atomic.Pointer[point]
		got := "none"
		parallel(func() { p.Store(&point{1, 2}) }, func() {
			if q := p.Load(); q != nil {
				got = fmt.Sprint(*q)
			}
		})
		return got
	}, "none", "{1 2}")
}

func TestAtomicPointerCAS(t *testing.T) {
	check(t, func() string {
		type node struct {
			next *node
			v    int
		}
		var head atomic.Pointer[node]
		push := func(v int) func() {
			return func() {
				for {
					old := head.Load()
					if head.CompareAndSwap(old, &node{old, v}) {
						return
					}
				}
			}
		}
		parallel(push(1), push(2))
		text := ""
		for n := head.Swap(nil); n != nil; n = n.next {
			text += fmt.Sprint(n.v)
		}
		return text
	}, "12", "21")
}

func TestAtomicValue(t *testing.T) {
	check(t, func() string {
		var v atomic.Value
		var got any
		parallel(func() { v.Store("a") }, func() { v.Store("b") }, func() { got = v.Load() })
		return fmt.Sprint(got, " ", v.Load())
	}, "<nil> a", "<nil> b", "a a", "a b", "b a", "b b")
}

func TestAtomicValueSwapCAS(t *testing.T) {
	check(t, func() string {
		var v atomic.Value
		v.Store(1)
		var old any
		var ok bool
		parallel(func() { old = v.Swap(2) }, func() { ok = v.CompareAndSwap(1, 3) })
		return fmt.Sprint(old, ok, v.Load())
	}, "1 false 2", "3 true 2")
}

func TestAtomicValuePanics(t *testing.T) {
	check(t, func() string {
		var v, u atomic.Value
		v.Store(1)
		text := ""
		for _, f := range []func(){
			func() { v.Store(nil) },
			func() { v.Store("a") },
			func() { v.Swap(nil) },
			func() { v.Swap("a") },
			func() { v.CompareAndSwap(1, nil) },
			func() { v.CompareAndSwap(1, "a") },
			func() { v.CompareAndSwap("a", "b") },
			func() { u.CompareAndSwap(nil, []int{}) },
			func() { u.CompareAndSwap([]int{}, []int{}) },
		} {
			text += tried(f) + "; "
		}
		return text
	}, "sync/atomic: store of nil value into Value; "+
		"sync/atomic: store of inconsistently typed value into Value; "+
		"sync/atomic: swap of nil value into Value; "+
		"sync/atomic: swap of inconsistently typed value into Value; "+
		"sync/atomic: compare and swap of nil value into Value; "+
		"sync/atomic: compare and swap of inconsistently typed values; "+
		"sync/atomic: compare and swap of inconsistently typed value into Value; "+
		"ok; "+
		"runtime error: comparing uncomparable type []int; ")
}

func TestAtomicValueEmptyCAS(t *testing.T) {
	check(t, func() string {
		var v atomic.Value
		a := v.CompareAndSwap(1, 2)
		b := v.CompareAndSwap(nil, 2)
		c := v.CompareAndSwap(2, 3)
		return fmt.Sprint(a, b, c, v.Load(), v.Swap(4))
	}, "false true true 3 3")
}

// All functions and methods on all types return what Go's return.
func TestAtomicFunctions(t *testing.T) {
	check(t, func() string {
		var i32 int32
		var i64 int64
		var u32 uint32
		var u64 uint64
		var ptr uintptr
		atomic.StoreInt32(&i32, -5)
		atomic.StoreInt64(&i64, -6)
		atomic.StoreUint32(&u32, 7)
		atomic.StoreUint64(&u64, 8)
		atomic.StoreUintptr(&ptr, 9)
		text := fmt.Sprintln(atomic.AddInt32(&i32, 1), atomic.AddInt64(&i64, 1), atomic.AddUint32(&u32, ^uint32(0)), atomic.AddUint64(&u64, 1),
			atomic.AddUintptr(&ptr, 1))
		text += fmt.Sprintln(atomic.SwapInt32(&i32, 15), atomic.SwapInt64(&i64, 15), atomic.SwapUint32(&u32, 15), atomic.SwapUint64(&u64, 15),
			atomic.SwapUintptr(&ptr, 15))
		text += fmt.Sprintln(atomic.AndInt32(&i32, 6), atomic.AndInt64(&i64, 6), atomic.AndUint32(&u32, 6), atomic.AndUint64(&u64, 6),
			atomic.AndUintptr(&ptr, 6))
		text += fmt.Sprintln(atomic.OrInt32(&i32, 8), atomic.OrInt64(&i64, 8), atomic.OrUint32(&u32, 8), atomic.OrUint64(&u64, 8),
			atomic.OrUintptr(&ptr, 8))
		text += fmt.Sprintln(atomic.CompareAndSwapInt32(&i32, 14, 1), atomic.CompareAndSwapInt64(&i64, 0, 1),
			atomic.CompareAndSwapUint32(&u32, 14, 1), atomic.CompareAndSwapUint64(&u64, 0, 1), atomic.CompareAndSwapUintptr(&ptr, 14, 1))
		text += fmt.Sprint(atomic.LoadInt32(&i32), atomic.LoadInt64(&i64), atomic.LoadUint32(&u32), atomic.LoadUint64(&u64),
			atomic.LoadUintptr(&ptr))
		return fmt.Sprintf("%q", text)
	}, `"-4 -5 6 9 10\n-4 -5 6 9 10\n15 15 15 15 15\n6 6 6 6 6\ntrue false true false true\n1 14 1 14 1"`)
}

func TestAtomicUnsafePointer(t *testing.T) {
	check(t, func() string {
		a, b := 1, 2
		p := unsafe.Pointer(&a)
		var got int
		parallel(
			func() { atomic.CompareAndSwapPointer(&p, unsafe.Pointer(&a), unsafe.Pointer(&b)) },
			func() { got = *(*int)(atomic.LoadPointer(&p)) })
		old := *(*int)(atomic.SwapPointer(&p, nil))
		atomic.StorePointer(&p, nil)
		return fmt.Sprint(got, old, p == nil)
	}, "1 2 true", "2 2 true")
}

func TestAtomicMethods(t *testing.T) {
	check(t, func() string {
		var b atomic.Bool
		var i32 atomic.Int32
		var i64 atomic.Int64
		var u32 atomic.Uint32
		var u64 atomic.Uint64
		var ptr atomic.Uintptr
		text := fmt.Sprintln(b.Swap(true), b.CompareAndSwap(true, false), b.Load())
		text += fmt.Sprintln(i32.Add(5), i64.Add(5), u32.Add(5), u64.Add(5), ptr.Add(5))
		text += fmt.Sprintln(i32.And(4), i64.And(4), u32.And(4), u64.And(4), ptr.And(4))
		text += fmt.Sprintln(i32.Or(3), i64.Or(3), u32.Or(3), u64.Or(3), ptr.Or(3))
		text += fmt.Sprintln(i32.CompareAndSwap(7, 1), i64.Swap(2), u32.CompareAndSwap(0, 1), u64.Swap(3), ptr.CompareAndSwap(7, 4))
		text += fmt.Sprint(i32.Load(), i64.Load(), u32.Load(), u64.Load(), ptr.Load())
		return fmt.Sprintf("%q", text)
	}, `"false true false\n5 5 5 5 5\n5 5 5 5 5\n4 4 4 4 4\ntrue 7 false 7 true\n1 2 7 3 4"`)
}

// Method values and function values are not inlined.
func TestAtomicFunctionValues(t *testing.T) {
	check(t, func() string {
		var n atomic.Int64
		add, load := n.Add, n.Load
		f := atomic.AddInt32
		var m int32
		var a, b int64
		parallel(func() { a = add(1); f(&m, 1) }, func() { b = load(); f(&m, 2) })
		return fmt.Sprint(a, b, m)
	}, "1 0 3", "1 1 3")
}

// Two sizes of one memory, and two adjacent variables.
func TestAtomicNeighbours(t *testing.T) {
	check(t, func() string {
		var s struct{ a, b atomic.Int32 }
		var got [2]int32
		parallel(func() { s.a.Store(1); s.b.Store(1) }, func() { got[0] = s.b.Load(); got[1] = s.a.Load() })
		return fmt.Sprint(got)
	}, "[0 0]", "[0 1]", "[1 1]")
}

// A loop that waits for another goroutine by polling.
func TestAtomicSpin(t *testing.T) {
	check(t, func() string {
		var mu atomic.Bool
		n := 0
		up := func() {
			for !mu.CompareAndSwap(false, true) {
				yield()
				if n < 0 {
					return
				}
			}
			n++
			mu.Store(false)
		}
		parallel(up)
		up()
		return fmt.Sprint(n)
	}, "2")
}
