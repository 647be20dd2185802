package primitives

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// Under control, every execution begins with the package-level variables as they were before the test. Natively each
// run restores them itself.

var global struct {
	n      int
	m      map[string]int
	s      []int
	p      *point
	mu     sync.Mutex
	rw     sync.RWMutex
	once   sync.Once
	value  atomic.Value
	count  atomic.Int64
	c      chan int
	group  sync.WaitGroup
	cache  sync.Map
	text   string
	err    error
	nested map[string][]*point
	cond   *sync.Cond
}

var (
	globalInts = make(chan int, 4)
	lazy       = sync.OnceValue(func() *point { return &point{1, 1} })
	root       = context.Background()
)

func init() { initGlobals() }

func initGlobals() {
	global.n, global.text, global.err = 0, "start", nil
	global.m = map[string]int{"a": 1}
	global.s = make([]int, 1, 8)
	global.p = &point{3, 4}
	global.mu, global.rw, global.once, global.group = sync.Mutex{}, sync.RWMutex{}, sync.Once{}, sync.WaitGroup{}
	global.value = atomic.Value{}
	global.count.Store(0)
	global.c = make(chan int, 1)
	global.cache.Clear()
	global.nested = map[string][]*point{"k": {{5, 6}}}
	global.cond = sync.NewCond(&global.mu)
	globalInts = make(chan int, 4)
	lazy = sync.OnceValue(func() *point { return &point{1, 1} })
}

// fresh is called at the start of a scenario of globals.
func fresh() {
	if !controlled {
		initGlobals()
	}
}

func TestGlobalsPlain(t *testing.T) {
	check(t, func() string {
		fresh()
		var log tape
		text := fmt.Sprint(global.n, global.m, len(global.s), *global.p, *global.nested["k"][0])
		global.n++
		global.m["b"] = 2
		delete(global.m, "a")
		global.s = append(global.s, 1)
		global.s[0] = 9
		global.p.x = 7
		global.p = &point{9, 9}
		global.nested["k"][0].y = 8
		global.nested["l"] = append(global.nested["l"], global.p)
		parallel(func() { log.add("a") }, func() { log.add("b") })
		return text + log.String()
	}, "0 map[a:1] 1 {3 4} {5 6}ab", "0 map[a:1] 1 {3 4} {5 6}ba")
}

func TestGlobalsLocked(t *testing.T) {
	check(t, func() string {
		fresh()
		a, b := global.mu.TryLock(), global.rw.TryLock()
		var log tape
		parallel(func() { log.add("a") }, func() { log.add("b") })
		return fmt.Sprint(a, b, log.String()) // both stay locked
	}, "true trueab", "true trueba")
}

func TestGlobalsSync(t *testing.T) {
	check(t, func() string {
		fresh()
		var log tape
		parallel(func() { global.once.Do(func() { log.add("a") }) }, func() { global.once.Do(func() { log.add("b") }) })
		global.cache.Store(log.String(), 1)
		n := 0
		global.cache.Range(func(k, v any) bool { n++; return true })
		old := global.value.Swap(log.String())
		return fmt.Sprint(n, old, global.count.Add(1), log.String())
	}, "1 <nil> 1a", "1 <nil> 1b")
}

func TestGlobalsChannel(t *testing.T) {
	check(t, func() string {
		fresh()
		n := len(globalInts) + len(global.c)
		parallel(func() { globalInts <- 1 }, func() { globalInts <- 2 })
		close(global.c)
		return fmt.Sprint(n, <-globalInts) // one value stays
	}, "0 1", "0 2")
}

func TestGlobalsWaitGroup(t *testing.T) {
	check(t, func() string {
		fresh()
		var log tape
		global.group.Go(func() { log.add("a") })
		global.group.Go(func() { log.add("b") })
		global.group.Wait()
		return log.String()
	}, "ab", "ba")
}

func TestGlobalsLazy(t *testing.T) {
	check(t, func() string {
		fresh()
		var a, b *point
		parallel(func() { a = lazy() }, func() { b = lazy() })
		a.x++
		return fmt.Sprint(a == b, *b)
	}, "true {2 1}")
}

// An execution that deadlocks leaves its locks held.
func TestGlobalsDeadlock(t *testing.T) {
	checkSlow(t, func() string {
		if !controlled {
			return blocked
		}
		global.mu.Lock()
		global.text += "+"
		c := make(chan int, 1)
		parallel(func() { c <- 1 }, func() { c <- 2 })
		return global.text
	}, blocked)
}

func TestGlobalsGoexit(t *testing.T) {
	check(t, func() string {
		fresh()
		global.n++
		var log tape
		done := make(chan bool)
		go func() {
			defer close(done)
			global.mu.Lock() // and dies with it
			log.add(fmt.Sprint(global.n))
		}()
		<-done
		log.add(fmt.Sprint(global.mu.TryLock()))
		return log.String()
	}, "1false")
}

func TestGlobalsContext(t *testing.T) {
	check(t, func() string {
		fresh()
		ctx, cancel := context.WithCancel(root)
		root = ctx
		defer func() { root = context.Background() }()
		parallel(cancel, func() { root.Err() })
		return fmt.Sprint(root.Err())
	}, "context canceled")
}

// It does not matter which variables other tests have changed: this test is the last.
func TestGlobalsZLast(t *testing.T) {
	check(t, func() string {
		fresh()
		return fmt.Sprint(global.n, global.m, global.text, global.mu.TryLock(), len(global.c), global.count.Load(), global.value.Load())
	}, "0 map[a:1]starttrue 0 0 <nil>")
}
