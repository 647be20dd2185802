package primitives

import (
	"fmt"
	"testing"
	"time"
)

// The scenarios are explored with -delay 100ms. Deadlines within 100 ms (near) may come in any order with what can
// run, later ones (far) only when nothing can run. A fourth of far is still far. Natively, a busy machine may break
// that assumption.
const (
	near = time.Millisecond
	far  = 500 * time.Millisecond
)

func TestSleepOrdersNothing(t *testing.T) {
	checkSlow(t, func() string {
		var log tape
		parallel(func() { time.Sleep(near); log.add("s") }, func() { yield(); log.add("x") })
		return log.String()
	}, "sx", "xs")
}

func TestSleepFar(t *testing.T) {
	checkSlow(t, func() string {
		var log tape
		parallel(func() { time.Sleep(far); log.add("s") }, func() { log.add("x") })
		return log.String()
	}, "xs", natively+"sx")
}

func TestSleepTwo(t *testing.T) {
	checkSlow(t, func() string {
		var log tape
		parallel(func() { time.Sleep(far); log.add("b") }, func() { time.Sleep(far / 2); log.add("a") })
		return log.String()
	}, "ab", natively+"ba") // on a loaded machine a goroutine can wait for longer than -delay
}

// Sleepers wake in the order of their deadlines, but what they do next can be in any order.
func TestSleepTwoNear(t *testing.T) {
	checkSlow(t, func() string {
		var log tape
		parallel(func() { time.Sleep(near); log.add("a") }, func() { time.Sleep(2 * near); log.add("b") })
		return log.String()
	}, "ab", "ba")
}

func TestSleepZero(t *testing.T) {
	check(t, func() string {
		time.Sleep(0)
		time.Sleep(-far)
		return "awake"
	}, "awake")
}

func TestNow(t *testing.T) {
	checkSlow(t, func() string {
		a := time.Now()
		time.Sleep(far / 10)
		b := time.Now()
		d := b.Sub(a)
		return fmt.Sprint(d >= far/10, time.Since(a) >= d, time.Until(b) <= 0, a.Before(b), b.After(a))
	}, "true true true true true")
}

func TestNowMonotonic(t *testing.T) {
	check(t, func() string {
		a := time.Now()
		b := time.Now()
		return fmt.Sprint(b.After(a), time.Since(a) > b.Sub(a))
	}, "true true")
}

func TestAfter(t *testing.T) {
	checkSlow(t, func() string {
		at := <-time.After(near)
		return fmt.Sprint(at.IsZero())
	}, "false")
}

func TestAfterNearTimeout(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int, 1)
		go func() { time.Sleep(near); c <- 1 }()
		select {
		case <-c:
			return "value"
		case <-time.After(near):
			return "timeout"
		}
	}, "value", "timeout")
}

func TestAfterFarTimeout(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int)
		go func() { c <- 1 }()
		select {
		case <-c:
			return "value"
		case <-time.After(10 * far):
			return "timeout"
		}
	}, "value")
}

func TestAfterFarNothingElse(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int)
		select {
		case <-c:
			return "value"
		case <-time.After(far):
			return "timeout"
		}
	}, "timeout")
}

// A value that nobody has received is removed, and the timer counts as active.
func TestTimerStop(t *testing.T) {
	checkSlow(t, func() string {
		tm := time.NewTimer(near)
		time.Sleep(near)
		stopped := tm.Stop()
		select {
		case <-tm.C:
			return fmt.Sprint(stopped, " fired")
		default:
			return fmt.Sprint(stopped, " quiet")
		}
	}, "true quiet")
}

func TestTimerStopFar(t *testing.T) {
	check(t, func() string {
		tm := time.NewTimer(100 * far)
		a, b := tm.Stop(), tm.Stop()
		return fmt.Sprint(a, b)
	}, "true false")
}

func TestTimerStopReceived(t *testing.T) {
	checkSlow(t, func() string {
		tm := time.NewTimer(near)
		<-tm.C
		return fmt.Sprint(tm.Stop(), tm.Reset(near), len(tm.C), cap(tm.C), (<-tm.C).IsZero())
	}, "false false 0 0 false")
}

// Since Go 1.23 Reset leaves no earlier value in the channel.
func TestTimerReset(t *testing.T) {
	checkSlow(t, func() string {
		start := time.Now()
		tm := time.NewTimer(near)
		time.Sleep(2 * near)
		tm.Reset(far / 2)
		<-tm.C
		return fmt.Sprint(time.Since(start) >= far/2)
	}, "true")
}

func TestTimerResetActive(t *testing.T) {
	check(t, func() string {
		tm := time.NewTimer(100 * far)
		a := tm.Reset(50 * far)
		b := tm.Stop()
		c := tm.Reset(100 * far)
		return fmt.Sprint(a, b, c, tm.Stop())
	}, "true true false true")
}

func TestAfterFunc(t *testing.T) {
	checkSlow(t, func() string {
		var log tape
		c := make(chan bool)
		time.AfterFunc(near, func() { log.add("f"); close(c) })
		log.add("x")
		<-c
		return log.String()
	}, "xf", "fx")
}

func TestAfterFuncStop(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan string, 1)
		tm := time.AfterFunc(near, func() { c <- "ran" })
		time.Sleep(near)
		if tm.Stop() {
			return "stopped"
		}
		return <-c
	}, "stopped", "ran")
}

// Stop does not wait for the function.
func TestAfterFuncStopWhileRunning(t *testing.T) {
	checkSlow(t, func() string {
		begun, end := make(chan bool), make(chan bool)
		tm := time.AfterFunc(near, func() { close(begun); <-end })
		<-begun
		stopped := tm.Stop()
		close(end)
		return fmt.Sprint(stopped)
	}, "false")
}

func TestAfterFuncReset(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int, 2)
		tm := time.AfterFunc(near, func() { c <- 1 })
		<-c
		active := tm.Reset(near)
		<-c
		return fmt.Sprint(active)
	}, "false")
}

func TestAfterFuncOrder(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan string, 2)
		time.AfterFunc(far/2, func() { c <- "b" })
		time.AfterFunc(far/4, func() { c <- "a" })
		return <-c + <-c
	}, "ab", natively+"ba") // as in TestSleepTwo
}

func TestTicker(t *testing.T) {
	checkSlow(t, func() string {
		tk := time.NewTicker(far / 4)
		defer tk.Stop()
		a := <-tk.C
		b := <-tk.C
		return fmt.Sprint(b.After(a))
	}, "true")
}

// A ticker drops ticks for a slow receiver.
func TestTickerDrops(t *testing.T) {
	checkSlow(t, func() string {
		tk := time.NewTicker(near)
		time.Sleep(far / 2)
		n := 0
		for {
			select {
			case <-tk.C:
				n++
				tk.Stop()
			default:
				return fmt.Sprint(n)
			}
		}
	}, "1")
}

func TestTickerStop(t *testing.T) {
	checkSlow(t, func() string {
		tk := time.NewTicker(near)
		<-tk.C
		tk.Stop()
		select {
		case <-tk.C:
			return "ticked"
		case <-time.After(far):
			return "silent"
		}
	}, "silent")
}

func TestTickerReset(t *testing.T) {
	checkSlow(t, func() string {
		tk := time.NewTicker(100 * far)
		defer tk.Stop()
		tk.Reset(near)
		<-tk.C
		return "ticked"
	}, "ticked")
}

func TestTickerAndWork(t *testing.T) {
	checkSlow(t, func() string {
		tk := time.NewTicker(near)
		defer tk.Stop()
		quit := make(chan bool)
		go func() { time.Sleep(near); close(quit) }()
		n := 0
		for {
			select {
			case <-tk.C:
				if n++; n == 2 {
					return "two"
				}
			case <-quit:
				return fmt.Sprint("quit after ", n)
			}
		}
	}, "quit after 0", "quit after 1", "two")
}

func TestTickerPanics(t *testing.T) {
	check(t, func() string {
		return tried(func() { time.NewTicker(0) }) + "; " + tried(func() { new(time.Timer).Stop() }) + "; " +
			tried(func() { new(time.Timer).Reset(1) })
	}, "non-positive interval for NewTicker; time: Stop called on uninitialized Timer; time: Reset called on uninitialized Timer")
}

func TestTimerLeftIsNoLeak(t *testing.T) {
	check(t, func() string {
		time.AfterFunc(100*far, func() {})
		go time.Sleep(100 * far)
		time.NewTicker(100 * far)
		return "left"
	}, "left")
}

func TestTimerNilChannel(t *testing.T) {
	checkSlow(t, func() string {
		var tm time.Timer
		<-tm.C
		return "received"
	}, blocked)
}
