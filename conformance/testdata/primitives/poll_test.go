package primitives

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Loops that look again and again until another goroutine has done something. Each of these is explored completely, in fewer executions
// than pollLimit in package conformance.

// Natively a loop that yields to nobody keeps its processor for up to 10 ms.
func TestPollSpin(t *testing.T) {
	checkFew(t, func() string {
		var done atomic.Bool
		n := 0
		go func() { n = 1; done.Store(true) }()
		for !done.Load() {
		}
		return fmt.Sprint(n)
	}, "1")
}

func TestPollGosched(t *testing.T) {
	check(t, func() string {
		var done atomic.Bool
		n := 0
		go func() { n = 1; done.Store(true) }()
		for !done.Load() {
			runtime.Gosched()
		}
		return fmt.Sprint(n)
	}, "1")
}

// Three goroutines look at one variable that takes several values.
func TestPollValues(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		var log tape
		wait := func(v int32, name string) func() {
			return func() {
				for x.Load() < v {
					runtime.Gosched()
				}
				log.add(name)
			}
		}
		parallel(wait(1, "a"), wait(3, "b"), func() {
			for range 3 {
				x.Add(1)
			}
		})
		return log.String()
	}, "ab", "ba")
}

func TestPollSelectStop(t *testing.T) {
	check(t, func() string {
		stop, ended := make(chan struct{}), make(chan struct{})
		var x atomic.Int32
		saw := int32(0)
		go func() {
			defer close(ended)
			for {
				select {
				case <-stop:
					return
				default:
					saw = max(saw, x.Load())
					runtime.Gosched()
				}
			}
		}()
		x.Store(1)
		x.Store(2)
		close(stop)
		<-ended
		return fmt.Sprint(saw)
	}, "0", "1", "2")
}

func TestPollSelectDone(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		c := make(chan int, 1)
		go func() { c <- 1; cancel() }()
		for {
			select {
			case <-ctx.Done():
				return fmt.Sprint(len(c))
			default:
				runtime.Gosched()
			}
		}
	}, "1")
}

// A server that polls two channels.
func TestPollSelectTwo(t *testing.T) {
	check(t, func() string {
		a, b, stop := make(chan string), make(chan string), make(chan bool)
		var log tape
		parallel(func() {
			for {
				select {
				case v := <-a:
					log.add(v)
				case v := <-b:
					log.add(v)
				case <-stop:
					return
				default:
					runtime.Gosched()
				}
			}
		}, func() {
			parallel(func() { a <- "a" }, func() { b <- "b" })
			close(stop)
		})
		return log.String()
	}, "ab", "ba")
}

// A sender that tries until there is room.
func TestPollSend(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1)
		go func() {
			for i := range 3 {
				for sent := false; !sent; {
					select {
					case c <- i:
						sent = true
					default:
						runtime.Gosched()
					}
				}
			}
			close(c)
		}()
		text := ""
		for v := range c {
			text += fmt.Sprint(v)
		}
		return text
	}, "012")
}

func TestPollContextErr(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancelCause(context.Background())
		parallel(func() { cancel(errors.New("a")) }, func() { cancel(errors.New("b")) }, func() {
			for ctx.Err() == nil {
				runtime.Gosched()
			}
		})
		return context.Cause(ctx).Error()
	}, "a", "b")
}

func TestPollLen(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 2)
		go func() { c <- 1 }()
		go func() { c <- 2 }()
		for len(c) < cap(c) {
			runtime.Gosched()
		}
		return fmt.Sprint(<-c, <-c)
	}, "1 2", "2 1")
}

// A closed channel gives a value in each round.
func TestPollClosed(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		var x atomic.Int32
		go func() { close(c); x.Store(1); x.Store(2) }()
		for {
			if _, ok := <-c; !ok && x.Load() > 0 {
				return fmt.Sprint(x.Load())
			}
			runtime.Gosched()
		}
	}, "1", "2")
}

func TestPollSyncMap(t *testing.T) {
	check(t, func() string {
		var m sync.Map
		go func() { m.Store("a", 1); m.Store("b", 2) }()
		for {
			if v, ok := m.Load("b"); ok {
				w, ok := m.Load("a")
				return fmt.Sprint(v, w, ok)
			}
			runtime.Gosched()
		}
	}, "2 1 true")
}

func TestPollPointer(t *testing.T) {
	check(t, func() string {
		var p atomic.Pointer[point]
		go func() { p.Store(&point{1, 2}); p.Store(&point{3, 4}) }()
		for p.Load() == nil {
			runtime.Gosched()
		}
		return fmt.Sprint(*p.Load())
	}, "{1 2}", "{3 4}")
}

func TestPollValue(t *testing.T) {
	check(t, func() string {
		var v atomic.Value
		go v.Store("a")
		go v.CompareAndSwap(nil, "b")
		for {
			if s, ok := v.Load().(string); ok {
				return s
			}
			runtime.Gosched()
		}
	}, "a", "b")
}

// Each of two goroutines waits for the other's flag in turn.
func TestPollHandshake(t *testing.T) {
	check(t, func() string {
		var ping, pong atomic.Int32
		text := ""
		parallel(func() {
			for i := range int32(3) {
				text += "a"
				ping.Store(i + 1)
				for pong.Load() <= i {
					runtime.Gosched()
				}
			}
		}, func() {
			for i := range int32(3) {
				for ping.Load() <= i {
					runtime.Gosched()
				}
				text += "b"
				pong.Store(i + 1)
			}
		})
		return text
	}, "ababab")
}

// One flag goes to and fro.
func TestPollTurns(t *testing.T) {
	check(t, func() string {
		var turn atomic.Int32
		text := ""
		player := func(me int32, name string) func() {
			return func() {
				for range 2 {
					for turn.Load() != me {
						runtime.Gosched()
					}
					text += name
					turn.Store(1 - me)
				}
			}
		}
		parallel(player(0, "a"), player(1, "b"))
		return text
	}, "abab")
}

// A loop that counts its rounds gives up, or not.
func TestPollCounted(t *testing.T) {
	check(t, func() string {
		var f atomic.Bool
		go f.Store(true)
		for i := 0; i < 20 && !f.Load(); i++ {
			runtime.Gosched()
		}
		return fmt.Sprint(f.Load())
	}, "true", "false")
}

func TestPollCounter(t *testing.T) {
	check(t, func() string {
		var left atomic.Int32
		left.Store(3)
		var log tape
		for i := range 3 {
			go func() { log.add(fmt.Sprint(i)); left.Add(-1) }()
		}
		for left.Load() > 0 {
			runtime.Gosched()
		}
		return log.String()
	}, permutations("012")...)
}

// The loop is in a function that gets the condition as a closure, as an interface, as a method value, and in a generic function.
func TestPollClosure(t *testing.T) {
	check(t, func() string {
		var a, b, c, d atomic.Bool
		var log tape
		parallel(
			func() { a.Store(true); until(b.Load); log.add("1") },
			func() { untilTrue(&a); log.add("2"); b.Store(true) },
			func() { untilEqual(func() bool { return c.Load() }, true); log.add("3"); d.Store(true) },
			func() { c.Store(true); until(func() bool { return d.Load() }) },
		)
		return log.String()
	}, "213", "231", "321")
}

func until(cond func() bool) {
	for !cond() {
		runtime.Gosched()
	}
}

type loader interface{ Load() bool }

func untilTrue(f loader) {
	for !f.Load() {
		runtime.Gosched()
	}
}

func untilEqual[T comparable](f func() T, want T) {
	for {
		if v := f(); v == want {
			return
		}
		runtime.Gosched()
	}
}

// A loop in a loop: the inner one finds each worker's flag.
func TestPollNested(t *testing.T) {
	check(t, func() string {
		var ready [3]atomic.Bool
		for i := range ready {
			go ready[i].Store(true)
		}
		first := ""
		for seen := 0; seen < len(ready); {
			seen = 0
			for i := range ready {
				if ready[i].Load() {
					seen++
					if first == "" {
						first = fmt.Sprint(i)
					}
				}
			}
			runtime.Gosched()
		}
		return first
	}, "0", "1", "2")
}

func TestPollInOrder(t *testing.T) {
	check(t, func() string {
		var ready [3]atomic.Int32
		var log tape
		for i := range ready {
			go func() { log.add(fmt.Sprint(i)); ready[i].Store(1) }()
		}
		for i := range ready {
			for ready[i].Load() == 0 {
				runtime.Gosched()
			}
		}
		return log.String()
	}, permutations("012")...)
}

// A loop over an iterator.
func TestPollIterator(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		go func() { x.Store(1); x.Store(2) }()
		values := func(yield func(int32) bool) {
			for yield(x.Load()) {
				runtime.Gosched()
			}
		}
		for v := range values {
			if v > 0 {
				return fmt.Sprint(v)
			}
		}
		return "ended"
	}, "1", "2")
}

func TestPollDeferred(t *testing.T) {
	check(t, func() string {
		var stop, stopped atomic.Bool
		var log tape
		func() {
			defer func() {
				stop.Store(true)
				for !stopped.Load() {
					runtime.Gosched()
				}
			}()
			go func() {
				defer stopped.Store(true)
				log.add("a")
				until(stop.Load)
				log.add("b")
			}()
			log.add("x")
		}()
		return log.String()
	}, "axb", "xab")
}

func TestPollPanics(t *testing.T) {
	check(t, func() string {
		var done atomic.Bool
		text := ""
		go func() {
			defer done.Store(true)
			defer func() { text = fmt.Sprint(recover()) }()
			panic("worker")
		}()
		for !done.Load() {
			runtime.Gosched()
		}
		return text
	}, "worker")
}

// A loop that allocates and calls in each round.
func TestPollAllocates(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		go func() { x.Store(1); x.Store(2) }()
		for {
			if s := fmt.Sprintf("%d", x.Load()); s != "0" {
				return s
			}
			runtime.Gosched()
		}
	}, "1", "2")
}

// A condition that calls itself.
func TestPollRecursion(t *testing.T) {
	check(t, func() string {
		var f atomic.Bool
		go f.Store(true)
		for !lookDeep(&f, 3) {
			runtime.Gosched()
		}
		return "seen"
	}, "seen")
}

func lookDeep(f *atomic.Bool, depth int) bool {
	if depth == 0 {
		return f.Load()
	}
	return lookDeep(f, depth-1)
}

// A condition in an array that functions written in assembly read.
func TestPollBytes(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var text [3]byte
		go func() {
			for i, c := range []byte("ab") {
				mu.Lock()
				text[i] = c
				mu.Unlock()
			}
		}()
		for {
			mu.Lock()
			i, equal := bytes.IndexByte(text[:], 'b'), bytes.Equal(text[:2], []byte("ab"))
			mu.Unlock()
			if i >= 0 {
				return fmt.Sprint(i, equal)
			}
			runtime.Gosched()
		}
	}, "1 true")
}

// The number of goroutines.
func TestPollNumGoroutine(t *testing.T) {
	checkFew(t, func() string {
		var f atomic.Bool
		before := runtime.NumGoroutine()
		go func() { time.Sleep(near); f.Store(true) }()
		for runtime.NumGoroutine() > before {
			time.Sleep(tick)
		}
		return fmt.Sprint(f.Load())
	}, "true")
}

// A loop in the words of goto.
func TestPollGoto(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		go func() { x.Store(1); x.Store(2) }()
	again:
		if x.Load() == 0 {
			goto again
		}
		return fmt.Sprint(x.Load())
	}, "1", "2")
}

// A loop that waits for a file.
func TestPollFile(t *testing.T) {
	checkFew(t, func() string {
		dir, err := os.MkdirTemp("", "")
		if err != nil {
			return err.Error()
		}
		defer os.RemoveAll(dir)
		name := filepath.Join(dir, "a")
		done := make(chan bool)
		go func() { os.WriteFile(name, nil, 0o666); close(done) }()
		for {
			if _, err := os.Stat(name); err == nil {
				<-done
				return "there"
			}
			time.Sleep(tick)
		}
	}, "there")
}

// A loop that logs.
func TestPollLogs(t *testing.T) {
	checkSlow(t, func() string {
		var b bytes.Buffer
		l := log.New(&b, "", 0)
		var f atomic.Bool
		go f.Store(true)
		for !f.Load() {
			l.Print("waiting")
			time.Sleep(tick)
		}
		return "seen"
	}, "seen")
}

// A map, of which each round makes a copy that it drops.
func TestPollMap(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		jobs := map[string]int{}
		for _, s := range []string{"a", "b"} {
			go func() {
				mu.Lock()
				jobs[s] = len(jobs)
				mu.Unlock()
			}()
		}
		for {
			mu.Lock()
			seen := []int{jobs["a"], jobs["b"], len(jobs)}
			mu.Unlock()
			if seen[2] == 2 {
				return fmt.Sprint(seen)
			}
			runtime.Gosched()
		}
	}, "[0 1 2]", "[1 0 2]")
}
