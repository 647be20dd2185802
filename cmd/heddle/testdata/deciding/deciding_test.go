// Package deciding has well-known bugs: TestDeciding compares what Heddle says decides whether they show.
package deciding

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

// Two goroutines read a counter, and each stores one more.
func TestLostUpdate(t *testing.T) {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n.Store(n.Load() + 1) })
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error("an update is lost")
	}
}

// The lock is released between the check and the withdrawal.
func TestCheckThenAct(t *testing.T) {
	var mu sync.Mutex
	balance := 10
	withdraw := func() {
		mu.Lock()
		enough := balance >= 10
		mu.Unlock()
		if enough {
			mu.Lock()
			balance -= 10
			mu.Unlock()
		}
	}
	var wg sync.WaitGroup
	wg.Go(withdraw)
	wg.Go(withdraw)
	wg.Wait()
	if balance < 0 {
		t.Error("overdrawn")
	}
}

// Two goroutines take two locks in opposite orders.
func TestLockOrder(t *testing.T) {
	var from, to sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() {
		from.Lock()
		to.Lock()
		to.Unlock()
		from.Unlock()
	})
	wg.Go(func() {
		to.Lock()
		from.Lock()
		from.Unlock()
		to.Unlock()
	})
	wg.Wait()
}

// The channel is closed before the last value is sent.
func TestSendAfterClose(t *testing.T) {
	values := make(chan int, 2)
	done := make(chan bool)
	go func() {
		values <- 1
		close(done)
	}()
	close(values)
	<-done
}

// The same with the channel itself as the flag: two selects come before the closes, and the checks are ordered with one another.
func TestCloseTwiceSelect(t *testing.T) {
	done := make(chan bool)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			select {
			case <-done:
			default:
				close(done)
			}
		})
	}
	wg.Wait()
}

// Two goroutines find the channel open, and both close it.
func TestCloseTwice(t *testing.T) {
	var closed atomic.Bool
	c := make(chan bool)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if !closed.Load() {
				closed.Store(true)
				close(c)
			}
		})
	}
	wg.Wait()
}

// The signal comes before the goroutine waits for it.
func TestLostSignal(t *testing.T) {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	go func() {
		ready.Signal()
	}()
	mu.Lock()
	ready.Wait()
	mu.Unlock()
}

// The goroutine adds itself to the group that is waited for.
func TestLateAdd(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int64
	started := make(chan bool, 1)
	go func() {
		started <- true
		wg.Add(1)
		n.Store(1)
		wg.Done()
	}()
	<-started
	wg.Wait()
	if n.Load() == 0 {
		t.Error("nothing done")
	}
}

// A goroutine uses what another one has not stored yet.
func TestUsedBeforeStored(t *testing.T) {
	var config atomic.Pointer[string]
	done := make(chan bool)
	go func() {
		defer close(done)
		_ = *config.Load()
	}()
	name := "x"
	config.Store(&name)
	<-done
}

// Nobody receives the result after the context is cancelled.
func TestCancelledReceiver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan int)
	go func() { result <- 1 }()
	go cancel()
	select {
	case <-result:
	case <-ctx.Done():
	}
}

// A reader takes the lock again while a writer waits.
func TestReadTwice(t *testing.T) {
	var mu sync.RWMutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		close(done)
	}()
	mu.RLock()
	mu.RLock()
	mu.RUnlock()
	mu.RUnlock()
	<-done
}

// The sender holds the lock that the receiver needs before it receives.
func TestSendUnderLock(t *testing.T) {
	var mu sync.Mutex
	c := make(chan int)
	go func() {
		mu.Lock()
		c <- 1
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
	<-c
}

// One of two goroutines writes without the lock.
func TestUnlockedWrite(t *testing.T) {
	var mu sync.Mutex
	n := 0
	done := make(chan bool)
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
		close(done)
	}()
	n++
	<-done
}

// The first of two stores shows without the second one.
func TestTornRead(t *testing.T) {
	var x, y atomic.Int64
	done := make(chan bool)
	go func() {
		x.Store(1)
		y.Store(1)
		close(done)
	}()
	if a, b := x.Load(), y.Load(); a != b {
		t.Error("half of an update")
	}
	<-done
}

// Nothing depends on the order.
func TestAlways(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	if <-c != 2 {
		t.Error("not 2")
	}
}

// TestUnreceived takes the first of two results.
func TestUnreceived(t *testing.T) {
	results := make(chan int)
	for i := range 2 {
		go func() { results <- i }()
	}
	<-results
}

// TestUnsent waits for one result too many.
func TestUnsent(t *testing.T) {
	results := make(chan int)
	go func() { results <- 1 }()
	<-results
	<-results
}

// TestUndone counts one goroutine too many.
func TestUndone(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	wg.Wait()
}

// TestUnlockTwice releases a lock that another goroutine has released meanwhile.
func TestUnlockTwice(t *testing.T) {
	var mu sync.Mutex
	var held atomic.Bool
	mu.Lock()
	held.Store(true)
	release := func() {
		if held.Load() {
			held.Store(false)
			mu.Unlock()
		}
	}
	go release()
	release()
}

// A mailer waits for what was begun, and looks then.
type mailer struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	sent int
}

func (m *mailer) send() {
	m.begin()
	defer m.wg.Done()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent++
}

func (m *mailer) begin() { m.wg.Add(1) }

// TestDrain waits for a goroutine that has not begun.
func TestDrain(t *testing.T) {
	m := new(mailer)
	go m.send()
	m.wg.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sent != 1 {
		t.Error("not sent")
	}
}
