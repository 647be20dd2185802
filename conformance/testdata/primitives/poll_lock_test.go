package primitives

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// Loops that poll, with locks.

func TestPollTryLock(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		text := ""
		critical := func(name string) func() {
			return func() {
				for !mu.TryLock() {
					runtime.Gosched()
				}
				text += name
				mu.Unlock()
			}
		}
		parallel(critical("a"), critical("b"))
		return text
	}, "ab", "ba")
}

func TestPollTryRLock(t *testing.T) {
	check(t, func() string {
		var mu sync.RWMutex
		n, saw := 0, [2]int{}
		reader := func(i int) func() {
			return func() {
				for !mu.TryRLock() {
					runtime.Gosched()
				}
				saw[i] = n
				mu.RUnlock()
			}
		}
		parallel(reader(0), reader(1), func() { mu.Lock(); n = 1; mu.Unlock() })
		return fmt.Sprint(saw)
	}, "[0 0]", "[0 1]", "[1 0]", "[1 1]")
}

func TestPollTryWrite(t *testing.T) {
	check(t, func() string {
		var mu sync.RWMutex
		n, saw := 0, 0
		parallel(func() { mu.RLock(); saw = n; mu.RUnlock() }, func() {
			for !mu.TryLock() {
				runtime.Gosched()
			}
			n = 1
			mu.Unlock()
		})
		return fmt.Sprint(saw, n)
	}, "0 1", "1 1")
}

func TestPollSpinLock(t *testing.T) {
	check(t, func() string {
		var lock atomic.Int32
		text := ""
		critical := func(name string) func() {
			return func() {
				for !lock.CompareAndSwap(0, 1) {
					runtime.Gosched()
				}
				text += name
				lock.Store(0)
			}
		}
		parallel(critical("a"), critical("b"), critical("c"))
		return text
	}, permutations("abc")...)
}

// A lock that is taken by Swap writes in each round what is there already.
func TestPollSwapLock(t *testing.T) {
	check(t, func() string {
		var lock atomic.Bool
		text := ""
		critical := func(name string) func() {
			return func() {
				for lock.Swap(true) {
					for lock.Load() {
						runtime.Gosched()
					}
				}
				text += name
				lock.Store(false)
			}
		}
		parallel(critical("a"), critical("b"))
		return text
	}, "ab", "ba")
}

func TestPollSwapUntil(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		var log tape
		parallel(func() {
			for !x.CompareAndSwap(2, 3) {
				runtime.Gosched()
			}
			log.add("c")
		}, func() { x.Add(1); log.add("a") }, func() { x.Add(1); log.add("b") })
		return log.String()
	}, permutations("abc")...)
}

// A retry: it fails only if another goroutine has succeeded.
func TestPollRetry(t *testing.T) {
	check(t, func() string {
		var x atomic.Int32
		add := func(n int32) func() {
			return func() {
				for {
					if v := x.Load(); x.CompareAndSwap(v, v*10+n) {
						return
					}
				}
			}
		}
		parallel(add(1), add(2), add(3))
		return fmt.Sprint(x.Load())
	}, permutations("123")...)
}

func TestPollMutexFlag(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		n := 0
		go func() {
			for range 2 {
				mu.Lock()
				n++
				mu.Unlock()
			}
		}()
		for {
			mu.Lock()
			v := n
			mu.Unlock()
			if v > 0 {
				return fmt.Sprint(v)
			}
			runtime.Gosched()
		}
	}, "1", "2")
}

func TestPollRWMutexFlag(t *testing.T) {
	check(t, func() string {
		var mu sync.RWMutex
		flag := false
		look := func() bool {
			mu.RLock()
			defer mu.RUnlock()
			return flag
		}
		var log tape
		parallel(func() { until(look); log.add("a") }, func() { until(look); log.add("b") }, func() {
			log.add("x")
			mu.Lock()
			flag = true
			mu.Unlock()
		})
		return log.String()
	}, "xab", "xba")
}

// A queue, a map and a struct, each guarded by a lock.
func TestPollGuarded(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var queue []string
		jobs := map[string]int{}
		parallel(func() {
			until(func() bool { mu.Lock(); defer mu.Unlock(); return len(queue) == 2 })
			mu.Lock()
			jobs["done"] = 1
			mu.Unlock()
		}, func() {
			until(func() bool { mu.Lock(); defer mu.Unlock(); return jobs["done"] > 0 })
		}, func() {
			mu.Lock()
			queue = append(queue, "a")
			mu.Unlock()
		}, func() {
			mu.Lock()
			queue = append(queue, "b")
			mu.Unlock()
		})
		return fmt.Sprint(queue)
	}, "[a b]", "[b a]")
}

// Only the length of a slice or a string changes.
func TestPollLength(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var out bytes.Buffer
		all := "ab"
		text := all[:0]
		go func() {
			for i := range all {
				mu.Lock()
				out.WriteByte(all[i])
				text = all[:i+1]
				mu.Unlock()
			}
		}()
		locked := func(f func() bool) func() bool {
			return func() bool { mu.Lock(); defer mu.Unlock(); return f() }
		}
		seen := 0
		until(locked(func() bool { seen = len(text); return seen > 0 }))
		until(locked(func() bool { return out.Len() == 2 }))
		return fmt.Sprint(seen, out.String())
	}, "1ab", "2ab")
}

// A worker takes jobs from a list that is empty for a while.
func TestPollQueue(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var queue []int
		go func() {
			for i := range 2 {
				mu.Lock()
				queue = append(queue, i)
				mu.Unlock()
			}
		}()
		text := ""
		for len(text) < 2 {
			mu.Lock()
			if len(queue) > 0 {
				text += fmt.Sprint(queue[0])
				queue = queue[1:]
			}
			mu.Unlock()
			runtime.Gosched()
		}
		return text
	}, "01")
}

// Two locks that are tried in the same order: the second try fails while another goroutine has only the second lock.
func TestPollTwoLocks(t *testing.T) {
	check(t, func() string {
		var a, b sync.Mutex
		text := ""
		both := func(name string) func() {
			return func() {
				for {
					a.Lock()
					if b.TryLock() {
						break
					}
					a.Unlock()
					runtime.Gosched()
				}
				text += name
				b.Unlock()
				a.Unlock()
			}
		}
		parallel(both("x"), both("y"), func() { b.Lock(); text += "b"; b.Unlock() })
		return text
	}, permutations("xyb")...)
}

// A semaphore that is tried.
func TestPollSemaphore(t *testing.T) {
	check(t, func() string {
		tokens := make(chan bool, 1)
		text := ""
		worker := func(name string) func() {
			return func() {
				for got := false; !got; {
					select {
					case tokens <- true:
						got = true
					default:
						runtime.Gosched()
					}
				}
				text += name
				<-tokens
			}
		}
		parallel(worker("a"), worker("b"))
		return text
	}, "ab", "ba")
}

// A semaphore under a lock.
func TestPollAcquire(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		free := 1
		acquire := func() bool {
			mu.Lock()
			defer mu.Unlock()
			if free == 0 {
				return false
			}
			free--
			return true
		}
		text := ""
		worker := func(name string) func() {
			return func() {
				until(acquire)
				text += name
				mu.Lock()
				free++
				mu.Unlock()
			}
		}
		parallel(worker("a"), worker("b"))
		return text
	}, "ab", "ba")
}

// A round that writes and undoes it under a lock.
func TestPollUndone(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		looks, stop := 0, false
		go func() { mu.Lock(); stop = true; mu.Unlock() }()
		for {
			mu.Lock()
			looks++
			over := stop
			looks--
			mu.Unlock()
			if over {
				return fmt.Sprint(looks)
			}
			runtime.Gosched()
		}
	}, "0")
}

// A round writes, sees something else, and writes again.
func TestPollOverwritten(t *testing.T) {
	check(t, func() string {
		var x, stop atomic.Int32
		go func() {
			for range 2 + stop.Load() {
				x.Store(5)
			}
		}()
		for stop.Load() == 0 {
			x.Store(0)
			if x.Load() == 0 {
				break
			}
			x.Store(0)
		}
		return fmt.Sprint(x.Load())
	}, "0", "5")
}

// What guards a resource is taken and given back in each round until the resource is ready.
func TestPollTakeAndGiveBack(t *testing.T) {
	check(t, func() string {
		var users atomic.Int32
		var ready atomic.Bool
		go ready.Store(true)
		for {
			users.Add(1)
			if ready.Load() {
				return fmt.Sprint(users.Load())
			}
			users.Add(-1)
			runtime.Gosched()
		}
	}, "1")
}

// A condition variable beside a goroutine that polls.
func TestPollCond(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		cond := sync.NewCond(&mu)
		ready := false
		var log tape
		parallel(func() {
			mu.Lock()
			for !ready {
				cond.Wait()
			}
			mu.Unlock()
			log.add("w")
		}, func() {
			until(func() bool { mu.Lock(); defer mu.Unlock(); return ready })
			log.add("p")
		}, func() {
			mu.Lock()
			ready = true
			cond.Broadcast()
			mu.Unlock()
		})
		return log.String()
	}, "wp", "pw")
}
