package primitives

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// More than 64 goroutines, objects and cases.

func TestManyGoroutines(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		got := make([]int, 200)
		wg.Add(len(got)) // one Add for each goroutine would be ordered with every Done
		for i := range got {
			go func() { got[i] = i; wg.Done() }()
		}
		wg.Wait()
		sum := 0
		for _, v := range got {
			sum += v
		}
		return fmt.Sprint(sum)
	}, "19900")
}

// Two goroutines far apart in number interact.
func TestManyGoroutinesInteract(t *testing.T) {
	check(t, func() string {
		var wg sync.WaitGroup
		var log tape
		wg.Add(150)
		for i := range 150 {
			go func() {
				defer wg.Done()
				switch i {
				case 3:
					log.add("a")
				case 140:
					log.add("b")
				}
			}()
		}
		wg.Wait()
		return log.String()
	}, "ab", "ba")
}

func TestManyChannels(t *testing.T) {
	check(t, func() string {
		first := make(chan int)
		in := first
		for range 100 {
			out := make(chan int)
			go func(in, out chan int) { out <- 1 + <-in }(in, out)
			in = out
		}
		first <- 0
		return fmt.Sprint(<-in)
	}, "100")
}

func TestManyValues(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1000)
		sum := 0
		for i := range 1000 {
			c <- i
		}
		close(c)
		for v := range c {
			sum += v
		}
		return fmt.Sprint(sum)
	}, "499500")
}

func TestManyTimers(t *testing.T) {
	checkSlow(t, func() string {
		var timers []*time.Timer
		for range 100 {
			timers = append(timers, time.NewTimer(100*far))
		}
		n := 0
		for _, tm := range timers {
			if tm.Stop() {
				n++
			}
		}
		return fmt.Sprint(n)
	}, "100")
}

func TestManyNested(t *testing.T) {
	check(t, func() string {
		var n atomic.Int64
		var spawn func(depth int)
		spawn = func(depth int) {
			if depth == 0 {
				return
			}
			done := make(chan bool)
			go func() { spawn(depth - 1); close(done) }()
			<-done
			if depth == 70 {
				n.Add(1)
			}
		}
		spawn(70)
		return fmt.Sprint(n.Load())
	}, "1")
}

// The collector is off during an execution, even if the program calls it.
func TestCollect(t *testing.T) {
	check(t, func() string {
		if !controlled && runs > defaultRuns {
			return "a" // too slow natively
		}
		c := make(chan *point, 1)
		var log tape
		parallel(func() { c <- &point{1, 2}; runtime.GC() }, func() { runtime.GC(); log.add(fmt.Sprint((<-c).x)) })
		return "a"
	}, "a")
}

// Stacks grow while other goroutines hold pointers into them.
func TestStackGrowth(t *testing.T) {
	check(t, func() string {
		c, d := make(chan [8]int), make(chan [8]int)
		go func() {
			var v [8]int
			grow(50)
			select {
			case v = <-c:
			case d <- v:
			}
			grow(200)
			v[7]++
			d <- v
		}()
		var v [8]int
		v[7] = 1
		grow(300)
		c <- v
		v = <-d
		return fmt.Sprint(v[7])
	}, "2")
}

// Goroutines started with builtins, interface methods and generic functions.
func TestGoForms(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		go close(c)
		<-c
		var l sync.Locker = new(sync.Mutex)
		l.Lock()
		go l.Unlock()
		l.Lock()
		d := make(chan string)
		go send(d, "generic")
		return <-d
	}, "generic")
}

func send[T any](c chan<- T, v T) { c <- v }

func TestGoPanicBuiltin(t *testing.T) {
	die(t, func() {
		go panic("at once")
		time.Sleep(time.Second)
	}, "panic: at once")
}

// Deferred calls of a goroutine may start goroutines and block.
func TestDeferBlocks(t *testing.T) {
	check(t, func() string {
		var log tape
		parallel(func() {
			defer func() {
				c := make(chan int)
				go func() { c <- 1 }()
				<-c
				log.add("d")
			}()
			log.add("a")
		}, func() { log.add("x") })
		return log.String()
	}, "adx", "axd", "xad")
}

func TestGoroutineAfterTest(t *testing.T) {
	c := make(chan bool)
	go func() {
		<-c
		for range 3 {
			yield()
		}
	}()
	check(t, func() string { return "over" }, "over")
	close(c)
}
