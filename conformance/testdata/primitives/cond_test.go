package primitives

import (
	"fmt"
	"sync"
	"testing"
)

func TestCondSignal(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready, seen := false, false
		parallel(func() {
			mu.Lock()
			for !ready {
				c.Wait()
			}
			seen = ready
			mu.Unlock()
		}, func() {
			mu.Lock()
			ready = true
			mu.Unlock()
			c.Signal()
		})
		return fmt.Sprint(seen)
	}, "true")
}

// A Signal with nobody waiting is lost.
func TestCondLostWakeup(t *testing.T) {
	checkSlow(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		parallel(func() {
			yield()
			mu.Lock()
			c.Wait()
			mu.Unlock()
		}, func() { c.Signal() })
		return "woken"
	}, "woken", blocked)
}

func TestCondBroadcast(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		open, through := false, 0
		wait := func() {
			mu.Lock()
			defer mu.Unlock()
			for !open {
				c.Wait()
			}
			through++
		}
		parallel(wait, wait, func() {
			mu.Lock()
			open = true
			c.Broadcast()
			mu.Unlock()
		})
		return fmt.Sprint(through)
	}, "2")
}

// Which of the waiters a Signal wakes is not specified.
func TestCondSignalAnyOne(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		gate := sync.NewCond(&mu)
		text, at := "", 0
		wait := func(name string) func() {
			return func() {
				mu.Lock()
				defer mu.Unlock()
				if at++; at == 2 {
					gate.Signal()
				}
				c.Wait()
				text += name
			}
		}
		parallel(wait("a"), wait("b"), func() {
			mu.Lock()
			for at < 2 {
				gate.Wait()
			}
			c.Signal()
			mu.Unlock()
			mu.Lock()
			c.Signal()
			mu.Unlock()
		})
		return text
	}, "ab", "ba")
}

func TestCondBroadcastOrder(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		gate := sync.NewCond(&mu)
		text, at := "", 0
		wait := func(name string) func() {
			return func() {
				mu.Lock()
				defer mu.Unlock()
				if at++; at == 2 {
					gate.Signal()
				}
				c.Wait()
				text += name
			}
		}
		parallel(wait("a"), wait("b"), func() {
			mu.Lock()
			for at < 2 {
				gate.Wait()
			}
			c.Broadcast()
			mu.Unlock()
		})
		return text
	}, "ab", "ba")
}

// One Signal for two waiters leaves one of them waiting.
func TestCondOneSignalForTwo(t *testing.T) {
	checkSlow(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		wait := func() { mu.Lock(); c.Wait(); mu.Unlock() }
		parallel(wait, wait, func() { c.Signal() })
		return "all woken"
	}, blocked)
}

func TestCondSignalNobody(t *testing.T) {
	check(t, func() string {
		c := sync.NewCond(&sync.Mutex{})
		c.Signal()
		c.Broadcast()
		return "fine"
	}, "fine")
}

func TestCondRWMutex(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		c := sync.NewCond(rw.RLocker())
		n := 0
		seen := 0
		parallel(func() {
			c.L.Lock()
			for n == 0 {
				c.Wait()
			}
			seen = n
			c.L.Unlock()
		}, func() {
			rw.Lock()
			n = 1
			rw.Unlock()
			c.Broadcast()
		})
		return fmt.Sprint(seen)
	}, "1")
}

func TestCondCopied(t *testing.T) {
	check(t, func() string {
		a := sync.NewCond(&sync.Mutex{})
		a.Signal()
		b := copyOf(a)
		return tried(b.Signal)
	}, "sync.Cond is copied")
}

//go:noinline
func copyOf[T any](p *T) *T {
	c := *p
	return &c
}

func TestCondWaitUnlocked(t *testing.T) {
	die(t, func() {
		sync.NewCond(&sync.Mutex{}).Wait()
	}, "fatal error: sync: unlock of unlocked mutex")
}

// A queue with room for one, between two goroutines.
func TestCondQueue(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		var queue []int
		text := ""
		parallel(func() {
			for i := range 2 {
				mu.Lock()
				for len(queue) == 1 {
					c.Wait()
				}
				queue = append(queue, i)
				c.Signal()
				mu.Unlock()
			}
		}, func() {
			for range 2 {
				mu.Lock()
				for len(queue) == 0 {
					c.Wait()
				}
				text += fmt.Sprint(queue[0])
				queue = queue[1:]
				c.Signal()
				mu.Unlock()
			}
		})
		return text
	}, "01")
}
