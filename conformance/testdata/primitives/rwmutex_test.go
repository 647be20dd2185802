package primitives

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestRWMutexReadersShare(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		a, b := make(chan int), make(chan int)
		parallel(
			func() { rw.RLock(); a <- 1; <-b; rw.RUnlock() },
			func() { rw.RLock(); <-a; b <- 1; rw.RUnlock() })
		return "shared"
	}, "shared")
}

func TestRWMutexWriterExcludes(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		n := 0
		var seen int
		parallel(
			func() { rw.Lock(); n++; n++; rw.Unlock() },
			func() { rw.RLock(); seen = n; rw.RUnlock() })
		return fmt.Sprint(seen)
	}, "0", "2")
}

func TestRWMutexOrder(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		text := ""
		write := func(s string) func() {
			return func() {
				rw.Lock()
				text += s
				rw.Unlock()
			}
		}
		parallel(write("a"), write("b"), write("c"))
		return text
	}, permutations("abc")...)
}

// A writer that waits keeps new readers out: read, write, read can block forever.
func TestRWMutexReadWriteRead(t *testing.T) {
	checkSlow(t, func() string {
		var rw sync.RWMutex
		parallel(
			func() { rw.RLock(); yield(); rw.RLock(); rw.RUnlock(); rw.RUnlock() },
			func() { rw.Lock(); rw.Unlock() })
		return "passed"
	}, "passed", blocked)
}

func TestRWMutexWaitingWriterBlocksReader(t *testing.T) {
	checkSlow(t, func() string {
		var rw sync.RWMutex
		rw.RLock()
		go rw.Lock()
		time.Sleep(time.Millisecond) // natively enough for the writer to wait, most of the time
		rw.RLock()
		return "read"
	}, "read", blocked, leaks)
}

func TestRWMutexTryWhileWriterWaits(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		rw.RLock()
		done := make(chan bool)
		go func() { rw.Lock(); rw.Unlock(); close(done) }()
		r, w := rw.TryRLock(), rw.TryLock()
		if r {
			rw.RUnlock()
		}
		rw.RUnlock()
		<-done
		return fmt.Sprint(r, w)
	}, "true false", "false false")
}

// A writer that has to wait for readers need not wait for those that come later.
func TestRWMutexWriterAfterReaders(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		text := ""
		var mu sync.Mutex
		add := func(s string) { mu.Lock(); text += s; mu.Unlock() }
		parallel(
			func() { rw.RLock(); add("r"); add("s"); rw.RUnlock() },
			func() { rw.Lock(); add("w"); rw.Unlock() })
		return text
	}, "rsw", "wrs")
}

func TestRWMutexTry(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		a := rw.TryLock()
		b, c := rw.TryRLock(), rw.TryLock()
		rw.Unlock()
		d, e := rw.TryRLock(), rw.TryRLock()
		f := rw.TryLock()
		rw.RUnlock()
		rw.RUnlock()
		return fmt.Sprint(a, b, c, d, e, f, rw.TryLock())
	}, "true false false true true false true")
}

func TestRWMutexTryRace(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		var r, w bool
		parallel(func() { r = rw.TryRLock() }, func() { w = rw.TryLock() })
		return fmt.Sprint(r, w)
	}, "true false", "false true")
}

func TestRWMutexTwoWritersAndReader(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		n, seen := 0, 0
		write := func() { rw.Lock(); n++; rw.Unlock() }
		parallel(write, write, func() { rw.RLock(); seen = n; rw.RUnlock() })
		return fmt.Sprint(seen)
	}, "0", "1", "2")
}

func TestRWMutexLockWhileRead(t *testing.T) {
	checkSlow(t, func() string {
		var rw sync.RWMutex
		rw.RLock()
		rw.Lock()
		return "written"
	}, blocked)
}

func TestRWMutexReadWhileLocked(t *testing.T) {
	checkSlow(t, func() string {
		var rw sync.RWMutex
		rw.Lock()
		rw.RLock()
		return "read"
	}, blocked)
}

func TestRWMutexUnlockByAnother(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		rw.RLock()
		go rw.RUnlock()
		rw.Lock()
		go rw.Unlock()
		rw.RLock()
		return "done"
	}, "done")
}

func TestRWMutexUnlockOfUnlocked(t *testing.T) {
	die(t, func() { parallel(func() { new(sync.RWMutex).Unlock() }) }, "fatal error: sync: Unlock of unlocked RWMutex")
}

func TestRWMutexRUnlockOfUnlocked(t *testing.T) {
	die(t, func() { parallel(func() { new(sync.RWMutex).RUnlock() }) }, "fatal error: sync: RUnlock of unlocked RWMutex")
}

func TestRWMutexRUnlockOfLocked(t *testing.T) {
	die(t, func() {
		var rw sync.RWMutex
		rw.Lock()
		rw.RUnlock()
	}, "fatal error: sync: RUnlock of unlocked RWMutex")
}

func TestRWMutexUnlockOfRead(t *testing.T) {
	die(t, func() {
		var rw sync.RWMutex
		rw.RLock()
		rw.Unlock()
	}, "fatal error: sync: Unlock of unlocked RWMutex")
}
