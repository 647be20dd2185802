package primitives

import (
	"fmt"
	"sync"
	"testing"
)

func TestChanUnbuffered(t *testing.T) {
	check(t, func() string {
		c := make(chan string)
		go func() { c <- "a" }()
		go func() { c <- "b" }()
		return <-c + <-c
	}, "ab", "ba")
}

func TestChanReceivers(t *testing.T) {
	check(t, func() string {
		c := make(chan string)
		var a, b string
		var wg sync.WaitGroup
		wg.Go(func() { a = <-c })
		wg.Go(func() { b = <-c })
		c <- "1"
		c <- "2"
		wg.Wait()
		return a + b
	}, "12", "21")
}

func TestChanSendersAndReceivers(t *testing.T) {
	check(t, func() string {
		c := make(chan string)
		var a, b string
		parallel(func() { a = <-c }, func() { b = <-c }, func() { c <- "1" }, func() { c <- "2" })
		return a + b
	}, "12", "21")
}

// A send is done when its value has been received: what the sender does next may come before what the receiver does.
func TestChanUnbufferedAfter(t *testing.T) {
	check(t, func() string {
		var log tape
		c := make(chan int)
		parallel(func() { c <- 1; log.add("s") }, func() { <-c; log.add("r") })
		return log.String()
	}, "sr", "rs")
}

func TestChanBufferedAfter(t *testing.T) {
	check(t, func() string {
		var log tape
		c := make(chan int, 1)
		parallel(func() { c <- 1; log.add("a"); c <- 2; log.add("b") }, func() { <-c; log.add("r") })
		return log.String()
	}, "arb", "rab", "abr")
}

func TestChanFIFO(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 2)
		go func() {
			for i := range 4 {
				c <- i
			}
			close(c)
		}()
		text := ""
		for v := range c {
			text += fmt.Sprint(v)
		}
		return text
	}, "0123")
}

func TestChanBufferedSenders(t *testing.T) {
	check(t, func() string {
		c := make(chan string, 1)
		go func() { c <- "a"; c <- "b" }()
		go func() { c <- "x" }()
		return <-c + <-c + <-c
	}, "abx", "axb", "xab")
}

func TestChanClose(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 2)
		c <- 5
		close(c)
		a, okA := <-c
		b, okB := <-c
		return fmt.Sprint(a, okA, b, okB)
	}, "5 true 0 false")
}

func TestChanCloseWakesReceivers(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		var log tape
		parallel(
			func() { _, ok := <-c; log.add(fmt.Sprint(ok)) },
			func() { _, ok := <-c; log.add(fmt.Sprint(ok)) },
			func() { close(c) })
		return log.String()
	}, "falsefalse")
}

func TestChanCloseUnderSender(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1)
		var sent string
		parallel(func() { sent = tried(func() { c <- 1 }) }, func() { close(c) })
		return sent
	}, "ok", "send on closed channel")
}

func TestChanCloseUnderBlockedSender(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		var sent string
		parallel(func() { sent = tried(func() { c <- 1 }) }, func() { close(c) })
		return sent
	}, "send on closed channel")
}

func TestChanCloseReceiverOrSender(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		var sent, got string
		parallel(
			func() { sent = tried(func() { c <- 1 }) },
			func() { v, ok := <-c; got = fmt.Sprint(v, ok) },
			func() { close(c) })
		return sent + " " + got
	}, "ok 1 true", "send on closed channel 0 false")
}

func TestChanPanics(t *testing.T) {
	check(t, func() string {
		var none chan int
		c := make(chan int)
		close(c)
		n := -1
		return tried(func() { close(none) }) + "; " + tried(func() { close(c) }) + "; " + tried(func() { c <- 1 }) + "; " +
			tried(func() { _ = make(chan int, n) })
	}, "close of nil channel; close of closed channel; send on closed channel; makechan: size out of range")
}

func TestChanDoubleClose(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		var a, b string
		parallel(func() { a = tried(func() { close(c) }) }, func() { b = tried(func() { close(c) }) })
		return a + ", " + b
	}, "ok, close of closed channel", "close of closed channel, ok")
}

func TestChanSendOnClosedDies(t *testing.T) {
	die(t, func() {
		c := make(chan int)
		close(c)
		parallel(func() { c <- 1 })
	}, "panic: send on closed channel")
}

func TestChanDoubleCloseDies(t *testing.T) {
	die(t, func() {
		c := make(chan int)
		close(c)
		parallel(func() { close(c) })
	}, "panic: close of closed channel")
}

func TestChanNilSend(t *testing.T) {
	checkSlow(t, func() string {
		var c chan int
		c <- 1
		return "sent"
	}, blocked)
}

func TestChanNilReceive(t *testing.T) {
	checkSlow(t, func() string {
		var c chan int
		<-c
		return "received"
	}, blocked)
}

func TestChanNoPartner(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int)
		c <- 1
		return "sent"
	}, blocked)
}

func TestChanFull(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int, 1)
		c <- 1
		c <- 2
		return "sent"
	}, blocked)
}

func TestChanRangeNeverClosed(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int, 1)
		c <- 1
		for range c {
		}
		return "ended"
	}, blocked)
}

func TestChanLenCap(t *testing.T) {
	check(t, func() string {
		var none chan int
		c := make(chan int, 3)
		c <- 1
		c <- 2
		u := make(chan int)
		return fmt.Sprint(len(none), cap(none), len(c), cap(c), len(u), cap(u))
	}, "0 0 2 3 0 0")
}

func TestChanLenSeen(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 2)
		n := 0
		parallel(func() { c <- 1; c <- 2 }, func() { n = len(c) })
		return fmt.Sprint(n)
	}, "0", "1", "2")
}

func TestChanSemaphore(t *testing.T) {
	check(t, func() string {
		sem := make(chan struct{}, 1)
		var log tape
		work := func(a, b string) func() {
			return func() {
				sem <- struct{}{}
				log.add(a)
				log.add(b)
				<-sem
			}
		}
		parallel(work("a", "b"), work("c", "d"))
		return log.String()
	}, "abcd", "cdab")
}

// Values of all sizes are copied from stack to stack; stacks move when they grow.
func TestChanLargeElement(t *testing.T) {
	check(t, func() string {
		c := make(chan [64]int)
		go func() {
			var a [64]int
			a[63] = grow(20)
			c <- a
		}()
		grow(100)
		a := <-c
		return fmt.Sprint(a[63])
	}, "20")
}

func grow(n int) int {
	var pad [256]byte
	if n == 0 {
		return int(pad[0])
	}
	return grow(n-1) + 1
}

func TestChanZeroSized(t *testing.T) {
	check(t, func() string {
		c := make(chan struct{}, 2)
		go func() { c <- struct{}{}; c <- struct{}{}; close(c) }()
		n := 0
		for range c {
			n++
		}
		return fmt.Sprint(n)
	}, "2")
}

func TestChanOfChan(t *testing.T) {
	check(t, func() string {
		requests := make(chan chan string)
		go func() { (<-requests) <- "reply" }()
		c := make(chan string)
		requests <- c
		return <-c
	}, "reply")
}

func TestChanPointersSurvive(t *testing.T) {
	check(t, func() string {
		c := make(chan *point, 1)
		go func() { c <- &point{1, 2} }()
		p := <-c
		return fmt.Sprint(*p)
	}, "{1 2}")
}

func TestChanLeak(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		go func() { c <- 1 }()
		return "left"
	}, "left", leaks)
}

func TestChanDirections(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		go func(c chan<- int) { c <- 1; close(c) }(c)
		return func(c <-chan int) string {
			v, ok := <-c
			w, ok2 := <-c
			return fmt.Sprint(v, ok, w, ok2)
		}(c)
	}, "1 true 0 false")
}
