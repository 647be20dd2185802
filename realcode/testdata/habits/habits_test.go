// Package habits holds small regression tests of what real tests do besides running goroutines.
package habits

import (
	"context"
	"crypto/rand"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Two channels; one was closed before the test began. Contexts cancelled before the first call of Done share that
// channel.
func TestContextCancelledBeforeDone(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	go func() {
		cancel()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// Parallel tests leave an entry in a table of package testing when an execution ends early.
func TestParallel(t *testing.T) {
	t.Parallel()
	c := make(chan int, 2)
	for i := range 2 {
		go func() {
			time.Sleep(time.Millisecond)
			c <- i
		}()
	}
	<-c
	<-c
}

// A function that t.Cleanup calls belongs to the program, although package testing calls it.
func TestCleanupMethodValue(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	t.Cleanup(mu.Unlock)
	go func() {
		if mu.TryLock() {
			mu.Unlock()
		}
	}()
}

func TestGoleak(t *testing.T) {
	defer goleak.VerifyNone(t)
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
}

func TestGoleakFinds(t *testing.T) {
	c := make(chan int)
	go func() { <-c }()
	if goleak.Find() == nil {
		t.Error("got no leak, want the goroutine that waits")
	}
	close(c)
}

func TestPollNumGoroutine(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() {}()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

func TestSystemRandom(t *testing.T) {
	b := make([]byte, 8)
	_, _ = rand.Read(b)
	c := make(chan int, 8)
	for _, x := range b {
		if x&1 == 0 {
			go func() { c <- 1 }()
		}
	}
}

func TestNotify(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	select {
	case <-ctx.Done():
		t.Error("got a signal")
	case <-time.After(time.Hour):
	}
}

func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() {
		_, _ = w.Write([]byte("x"))
		w.Close()
	}()
	_, _ = r.Read(make([]byte, 1))
}
