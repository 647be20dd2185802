package primitives

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestWaitGroup(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		a, b := 0, 0
		wg.Add(2)
		go func() { defer wg.Done(); a = 1 }()
		go func() { defer wg.Done(); b = 2 }()
		wg.Wait()
		return fmt.Sprint(a + b)
	}, "3")
}

func TestWaitGroupGo(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		var log tape
		wg.Go(func() {
			wg.Go(func() { log.add("b") })
			log.add("a")
		})
		wg.Wait()
		return log.String()
	}, "ab", "ba")
}

func TestWaitGroupManyWaiters(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		var log tape
		wg.Add(1)
		parallel(
			func() { wg.Wait(); log.add("w") },
			func() { wg.Wait(); log.add("w") },
			func() { log.add("d"); wg.Done() })
		return log.String()
	}, "dww")
}

func TestWaitGroupZero(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		wg.Wait()
		wg.Add(0)
		wg.Wait()
		return "through"
	}, "through")
}

func TestWaitGroupReuse(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		n := 0
		for range 3 {
			wg.Add(1)
			go func() { n++; wg.Done() }()
			wg.Wait()
		}
		return fmt.Sprint(n)
	}, "3")
}

func TestWaitGroupAddBeyondOne(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		var log tape
		wg.Add(3)
		parallel(func() { log.add("a"); wg.Add(-2); wg.Done() }, func() { wg.Wait(); log.add("w") })
		return log.String()
	}, "aw")
}

func TestWaitGroupNegative(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		a := tried(func() { wg.Done() })
		var other sync.WaitGroup
		other.Add(1)
		b := tried(func() { other.Add(-2) })
		return a + "; " + b
	}, "sync: negative WaitGroup counter; sync: negative WaitGroup counter")
}

func TestWaitGroupNegativeByOne(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		wg.Add(1)
		var a, b string
		parallel(func() { a = tried(wg.Done) }, func() { b = tried(wg.Done) })
		return a + ", " + b
	}, "ok, sync: negative WaitGroup counter", "sync: negative WaitGroup counter, ok")
}

func TestWaitGroupNegativeDies(t *testing.T) {
	die(t, func() { parallel(func() { new(sync.WaitGroup).Done() }) }, "panic: sync: negative WaitGroup counter")
}

func TestWaitGroupNeverDone(t *testing.T) {
	checkSlow(t, func() string {
		var wg sync.WaitGroup
		wg.Add(1)
		wg.Wait()
		return "through"
	}, blocked)
}

// Add in the goroutine that Wait is for: Wait may come first.
func TestWaitGroupAddInside(t *testing.T) {
	checkSlow(t, func() string {
		var wg sync.WaitGroup
		up := wg.Add // vet also knows that this is wrong
		var log tape
		done := make(chan bool)
		go func() {
			up(1)
			log.add("g")
			wg.Done()
			close(done)
		}()
		wg.Wait()
		log.add("w")
		<-done
		return log.String()
	}, "gw", "wg", races)
}

// A counter that goes 1, 0, 1 may let Wait through or not.
func TestWaitGroupBounce(t *testing.T) {
	checkSlow(t, func() string {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			wg.Done()
			time.Sleep(time.Microsecond)
			wg.Add(1)
		}()
		wg.Wait()
		return "through"
	}, "through", blocked, races, natively+"panic: sync: WaitGroup is reused before previous Wait has returned")
}

// In Go 1.26, Go itself panics when the function panics. Either way the process ends with the function's panic.
func TestWaitGroupGoPanics(t *testing.T) {
	die(t, func() {
		var wg sync.WaitGroup
		wg.Go(func() { panic("in Go") })
		wg.Wait()
	}, "panic: in Go")
}
