package primitives

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What is blocked at the end of a test, and what only seems to be.

func TestEndPanicBlocks(t *testing.T) {
	checkSlow(t, func() string {
		parallel(func() {
			c := make(chan int)
			defer func() { <-c }()
			panic("never printed")
		})
		return "passed"
	}, blocked)
}

func TestEndLeakForever(t *testing.T) {
	check(t, func() string {
		if controlled || runs == defaultRuns {
			go func() { select {} }()
		}
		return "left"
	}, "left", leaks)
}

func TestEndLeakOnMutex(t *testing.T) {
	check(t, func() string {
		if controlled || runs == defaultRuns {
			var mu sync.Mutex
			mu.Lock()
			go mu.Lock()
		}
		return "left"
	}, "left", leaks)
}

func TestEndLeakSometimes(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int)
		go func() { time.Sleep(near); c <- 1 }()
		select {
		case <-c:
			return "value"
		case <-time.After(near):
			return "timeout"
		}
	}, "value", "timeout", leaks)
}

// A goroutine that a timer would wake, directly or through others, is not leaked.
func TestEndTimersWake(t *testing.T) {
	check(t, func() string {
		if !controlled && runs > defaultRuns {
			return "left"
		}
		c := make(chan int)
		go func() { time.Sleep(100 * far); c <- 1 }()
		go func() { <-c }()
		ctx, cancel := context.WithTimeout(context.Background(), 100*far)
		context.AfterFunc(ctx, cancel)
		go func() { <-ctx.Done() }()
		tk := time.NewTicker(100 * far)
		go func() { <-tk.C; <-tk.C }()
		return "left"
	}, "left")
}

// A goroutine that runs forever on a ticker ends with the test.
func TestEndTickerLoop(t *testing.T) {
	checkSlow(t, func() string {
		tk := time.NewTicker(far)
		defer tk.Stop()
		quit := make(chan bool)
		n := 0
		done := make(chan bool)
		go func() {
			defer close(done)
			for {
				select {
				case <-tk.C:
					n++
				case <-quit:
					return
				}
			}
		}()
		time.Sleep(2*far + far/2)
		close(quit)
		<-done
		return fmt.Sprint(n)
	}, "2", natively+"0", natively+"1", natively+"3")
}

func TestEndPolling(t *testing.T) {
	checkSlow(t, func() string {
		var done atomic.Bool
		go func() { time.Sleep(2 * near); done.Store(true) }()
		deadline := time.After(100 * far)
		tk := time.NewTicker(far)
		defer tk.Stop()
		for {
			select {
			case <-tk.C:
				if done.Load() {
					return "done"
				}
			case <-deadline:
				return "timeout"
			}
		}
	}, "done")
}

func TestEndWaitWithTimeout(t *testing.T) {
	checkSlow(t, func() string {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() { defer wg.Done(); time.Sleep(near) }()
		done := make(chan bool)
		go func() { wg.Wait(); close(done) }()
		select {
		case <-done:
			return "done"
		case <-time.After(near):
			return "timeout"
		}
	}, "done", "timeout")
}

func TestEndAfterFuncRepeats(t *testing.T) {
	checkSlow(t, func() string {
		var n atomic.Int32
		done := make(chan bool)
		var mu sync.Mutex
		var tm *time.Timer
		mu.Lock()
		tm = time.AfterFunc(near, func() {
			if n.Add(1) == 3 {
				close(done)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			tm.Reset(near)
		})
		mu.Unlock()
		<-done
		return fmt.Sprint(n.Load())
	}, "3")
}

func TestEndFailNowInGoroutine(t *testing.T) {
	fail(t, func() {
		parallel(func() {
			defer func() { t.Log("deferred") }()
			t.Error("why")
			t.FailNow()
		})
	}, "fatal: why; deferred")
}

func TestEndPipe(t *testing.T) {
	checkSlow(t, func() string {
		r, w, err := os.Pipe()
		if err != nil {
			return err.Error()
		}
		defer r.Close()
		defer w.Close()
		go func() { time.Sleep(near); w.Write([]byte("a")) }()
		b := make([]byte, 1)
		_, err = r.Read(b)
		return fmt.Sprint(string(b), err)
	}, "a<nil>")
}

func TestEndFiles(t *testing.T) {
	checkFew(t, func() string {
		f, err := os.CreateTemp("", "")
		if err != nil {
			return err.Error()
		}
		defer os.Remove(f.Name())
		defer f.Close()
		parallel(func() { f.WriteString("a") }, func() { f.WriteString("b") })
		data, err := os.ReadFile(f.Name())
		return fmt.Sprint(len(data), err)
	}, "2 <nil>")
}
