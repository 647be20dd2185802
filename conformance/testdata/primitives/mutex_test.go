package primitives

import (
	"fmt"
	"sync"
	"testing"
)

func TestMutexExcludes(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		n := 0
		up := func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		}
		parallel(up, up, up)
		return fmt.Sprint(n)
	}, "3")
}

func TestMutexOrder(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		text := ""
		write := func(s string) func() {
			return func() {
				mu.Lock()
				text += s
				mu.Unlock()
			}
		}
		parallel(write("a"), write("b"), write("c"))
		return text
	}, permutations("abc")...)
}

func TestMutexTryLock(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var a, b bool
		parallel(func() { a = mu.TryLock() }, func() { b = mu.TryLock() })
		return fmt.Sprint(a, b)
	}, "true false", "false true")
}

func TestMutexTryLockUnlock(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		try := func(p *bool) func() {
			return func() {
				if *p = mu.TryLock(); *p {
					mu.Unlock()
				}
			}
		}
		var a, b bool
		parallel(try(&a), try(&b))
		return fmt.Sprint(a, b)
	}, "true true", "true false", "false true")
}

func TestMutexTryLockHeld(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		a := mu.TryLock()
		b := mu.TryLock()
		mu.Unlock()
		return fmt.Sprint(a, b, mu.TryLock())
	}, "true false true")
}

// TryLock may fail while others wait, although nobody holds the mutex? No: it fails only when the mutex is held.
func TestMutexTryLockAgainstLock(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		var got bool
		parallel(func() { mu.Lock(); mu.Unlock() }, func() { mu.Lock(); mu.Unlock() }, func() {
			if got = mu.TryLock(); got {
				mu.Unlock()
			}
		})
		return fmt.Sprint(got)
	}, "true", "false")
}

func TestMutexUnlockByAnother(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		mu.Lock()
		go mu.Unlock()
		mu.Lock()
		return "locked again"
	}, "locked again")
}

func TestMutexRelock(t *testing.T) {
	checkSlow(t, func() string {
		var mu sync.Mutex
		mu.Lock()
		mu.Lock()
		return "locked twice"
	}, blocked)
}

func TestMutexLockOrder(t *testing.T) {
	checkSlow(t, func() string {
		var a, b sync.Mutex
		parallel(
			func() { a.Lock(); yield(); b.Lock(); b.Unlock(); a.Unlock() },
			func() { b.Lock(); yield(); a.Lock(); a.Unlock(); b.Unlock() })
		return "passed"
	}, "passed", blocked)
}

func TestMutexUnlockOfUnlocked(t *testing.T) {
	die(t, func() {
		var mu sync.Mutex
		parallel(func() { mu.Unlock() })
	}, "fatal error: sync: unlock of unlocked mutex")
}

func TestMutexUnlockTwice(t *testing.T) {
	die(t, func() {
		mu := new(sync.Mutex)
		mu.Lock()
		mu.Unlock()
		defer func() { recover() }() // fatal errors are no panics
		mu.Unlock()
	}, "fatal error: sync: unlock of unlocked mutex")
}

func TestLocker(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		n := 0
		run := func(l sync.Locker, by int) func() {
			return func() {
				l.Lock()
				defer l.Unlock()
				n += by
			}
		}
		parallel(run(&rw, 1), run(&rw, 2))
		rl := rw.RLocker()
		rl.Lock()
		ok := rw.TryRLock() && !rw.TryLock()
		return fmt.Sprint(n, ok)
	}, "3 true")
}
