package primitives

import (
	"fmt"
	"sync"
	"testing"
)

func TestRaceCounter(t *testing.T) {
	check(t, func() string {
		n := 0
		parallel(func() { n++ }, func() { n++ })
		return "counted"
	}, "counted", races)
}

func TestRaceNone(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		s := make([]byte, 4)
		var f struct {
			a, b byte
			c    int32
			d    string
			e    any
		}
		x := 1
		for i := range s {
			wg.Add(1)
			go func() { s[i] = byte(i + x); wg.Done() }()
		}
		wg.Add(5)
		go func() { f.a = 1; wg.Done() }()
		go func() { f.b = 2; wg.Done() }()
		go func() { f.c = 3; wg.Done() }()
		go func() { f.d = "d"; wg.Done() }()
		go func() { f.e = 5; wg.Done() }()
		wg.Wait()
		return fmt.Sprint(s, f)
	}, "[1 2 3 4] {1 2 3 d 5}")
}

func TestRaceSubtests(t *testing.T) {
	check(t, func() string {
		n := 1
		var got [2]int
		t.Run("group", func(t *testing.T) {
			for i := range got {
				t.Run("sub", func(t *testing.T) { t.Parallel(); got[i] = n })
			}
			n++
		})
		n++
		return fmt.Sprint(got, n)
	}, "[2 2] 3")
}

func TestRaceMapReads(t *testing.T) {
	check(t, func() string {
		m := map[string]int{"a": 1}
		var a, b int
		parallel(func() { a = m["a"] }, func() {
			for range m {
				b = len(m)
			}
		})
		return fmt.Sprint(a, b)
	}, "1 1")
}

// Natively a write and an iteration may meet, which ends the process: the runs are ordered there.
func TestRaceMapWrites(t *testing.T) {
	check(t, func() string {
		m := map[string]int{}
		mu := new(sync.Mutex)
		if controlled {
			mu = nil
		}
		write := func(k string) func() {
			return func() {
				if mu != nil {
					mu.Lock()
					defer mu.Unlock()
				}
				m[k] = 1
			}
		}
		parallel(write("a"), write("b"))
		return "written"
	}, "written", races)
}

func TestRaceSliceParts(t *testing.T) {
	check(t, func() string {
		s := make([]int, 6)
		parallel(func() { copy(s[:3], []int{1, 2, 3}) }, func() { copy(s[3:], []int{4, 5, 6}) })
		return fmt.Sprint(s)
	}, "[1 2 3 4 5 6]")
}

func TestRaceSliceOverlap(t *testing.T) {
	check(t, func() string {
		s := make([]int, 6)
		parallel(func() { copy(s[:4], []int{1, 2, 3, 4}) }, func() { copy(s[3:], []int{4, 5, 6}) })
		return fmt.Sprint(s)
	}, "[1 2 3 4 5 6]", races)
}

func TestRaceAppendShared(t *testing.T) {
	check(t, func() string {
		s := make([]int, 1, 4)
		var a, b []int
		parallel(func() { a = append(s, 1) }, func() { b = append(s, 2) })
		return fmt.Sprint(len(a), len(b))
	}, "2 2", races)
}

func TestRaceAppendClipped(t *testing.T) {
	check(t, func() string {
		s := make([]int, 1, 1)
		var a, b []int
		parallel(func() { a = append(s, 1) }, func() { b = append(s, 2) })
		return fmt.Sprint(a, b)
	}, "[0 1] [0 2]")
}

func TestRaceStringOfBytes(t *testing.T) {
	check(t, func() string {
		b := []byte("ab")
		n := 0
		parallel(func() { n = len(string(b)) }, func() { b[0] = 'x' })
		return fmt.Sprint(n)
	}, "2", races)
}

func TestRaceHandedOver(t *testing.T) {
	check(t, func() string {
		c := make(chan *point)
		go func() {
			p := new(point)
			p.x = 1
			c <- p
		}()
		p := <-c
		p.x++
		q := make(chan *point, 1)
		q <- p
		go func() { p := <-q; p.x++; c <- p }()
		return fmt.Sprint((<-c).x)
	}, "3")
}

func TestRaceDoubleChecked(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var p *point
		get := func() {
			if p == nil {
				mu.Lock()
				if p == nil {
					p = new(point)
				}
				mu.Unlock()
			}
		}
		parallel(get, get)
		return "made"
	}, "made", races)
}
