package primitives

import (
	"fmt"
	"sync"
	"testing"
)

func TestPoolNew(t *testing.T) {
	check(t, func() string {
		p := sync.Pool{New: func() any { return "new" }}
		return fmt.Sprint(p.Get())
	}, "new")
}

func TestPoolEmpty(t *testing.T) {
	check(t, func() string {
		var p sync.Pool
		p.Put(nil)
		return fmt.Sprint(p.Get())
	}, "<nil>")
}

// An item is given out once.
func TestPoolDistinct(t *testing.T) {
	check(t, func() string {
		p := sync.Pool{New: func() any { return new(point) }}
		a := p.Get().(*point)
		p.Put(a)
		b, c := p.Get(), p.Get()
		return fmt.Sprint(b != c)
	}, "true")
}

func TestPoolShared(t *testing.T) {
	check(t, func() string {
		p := sync.Pool{New: func() any { return new(point) }}
		use := func() {
			x := p.Get().(*point)
			x.x++ // no race: the item is this goroutine's alone
			p.Put(x)
		}
		parallel(use, use, use)
		return "used"
	}, "used")
}

// Get may return an item that was Put, also in another goroutine. Heddle gives each goroutine its own items.
func TestPoolAcross(t *testing.T) {
	check(t, func() string {
		var p sync.Pool
		var got any
		c := make(chan bool)
		go func() { p.Put("other's"); close(c) }()
		<-c
		got = p.Get()
		return fmt.Sprint(got)
	}, "<nil>", natively+"other's")
}

func TestMapLoadStore(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		var got any
		parallel(func() { m.Store("k", 1) }, func() { got, _ = m.Load("k") })
		return fmt.Sprint(got)
	}, "1", "<nil>")
}

func TestMapLoadOrStore(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		var a, b string
		parallel(
			func() { a = fmt.Sprint(m.LoadOrStore("k", "a")) },
			func() { b = fmt.Sprint(m.LoadOrStore("k", "b")) })
		return a + ", " + b
	}, "afalse, atrue", "btrue, bfalse")
}

func TestMapLoadAndDelete(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		m.Store("k", 1)
		var a, b bool
		parallel(func() { _, a = m.LoadAndDelete("k") }, func() { _, b = m.LoadAndDelete("k") })
		return fmt.Sprint(a, b)
	}, "true false", "false true")
}

func TestMapSwap(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		var a, b string
		parallel(func() { a = fmt.Sprint(m.Swap("k", 1)) }, func() { b = fmt.Sprint(m.Swap("k", 2)) })
		last, _ := m.Load("k")
		return fmt.Sprint(a, ", ", b, ", ", last)
	}, "<nil> false, 1 true, 2", "2 true, <nil> false, 1")
}

func TestMapCompareAndSwap(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		m.Store("k", 0)
		var a, b bool
		parallel(func() { a = m.CompareAndSwap("k", 0, 1) }, func() { b = m.CompareAndSwap("k", 0, 2) })
		v, _ := m.Load("k")
		return fmt.Sprint(a, b, v)
	}, "true false 1", "false true 2")
}

func TestMapCompareAndDelete(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		m.Store("k", 0)
		var a bool
		parallel(func() { a = m.CompareAndDelete("k", 0) }, func() { m.CompareAndSwap("k", 0, 1) })
		v, ok := m.Load("k")
		return fmt.Sprint(a, v, ok)
	}, "true <nil> false", "false 1 true")
}

func TestMapDelete(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		parallel(func() { m.Store("k", 1) }, func() { m.Delete("k") })
		_, ok := m.Load("k")
		return fmt.Sprint(ok)
	}, "true", "false")
}

func TestMapClear(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		parallel(func() { m.Store("k", 1) }, func() { m.Clear() })
		_, ok := m.Load("k")
		return fmt.Sprint(ok)
	}, "true", "false")
}

func TestMapRange(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		m.Store(1, true)
		n := 0
		parallel(func() { m.Store(2, true) }, func() {
			m.Range(func(k, v any) bool { n += k.(int); return true })
		})
		return fmt.Sprint(n)
	}, "1", "3")
}

// The function of Range may use the map and block.
func TestMapRangeReentrant(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		m.Store(1, "a")
		c := make(chan int)
		go func() { m.Delete(1); close(c) }()
		n := 0
		m.Range(func(k, v any) bool {
			<-c
			m.Store(1, "b")
			n++
			return true
		})
		_, ok := m.Load(1)
		<-c
		return fmt.Sprint(n, ok)
	}, "1 true", "0 false")
}

// A value that a map publishes is seen in full.
func TestMapPublishes(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		got := 0
		parallel(func() {
			p := new(point)
			p.x = 5
			m.Store("p", p)
		}, func() {
			if p, ok := m.Load("p"); ok {
				got = p.(*point).x
			}
		})
		return fmt.Sprint(got)
	}, "0", "5")
}

// So is a value that LoadOrStore or CompareAndSwap publishes.
func TestMapPublishesOnce(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		sum := func(p *int) func() {
			return func() {
				v, _ := m.LoadOrStore("p", &point{1, 2})
				*p = v.(*point).x + v.(*point).y
			}
		}
		var a, b int
		parallel(sum(&a), sum(&b))
		return fmt.Sprint(a, b)
	}, "3 3")
}
