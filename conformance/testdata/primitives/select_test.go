package primitives

import (
	"fmt"
	"testing"
)

func TestSelectReady(t *testing.T) {
	check(t, func() string {
		a, b := make(chan string, 1), make(chan string, 1)
		a <- "a"
		b <- "b"
		select {
		case v := <-a:
			return v
		case v := <-b:
			return v
		}
	}, "a", "b")
}

func TestSelectWaits(t *testing.T) {
	check(t, func() string {
		a, b := make(chan string), make(chan string)
		go func() { a <- "a" }()
		go func() { b <- "b" }()
		text := ""
		for range 2 {
			select {
			case v := <-a:
				text += v
			case v := <-b:
				text += v
			}
		}
		return text
	}, "ab", "ba")
}

func TestSelectSendOrReceive(t *testing.T) {
	check(t, func() string {
		a, b := make(chan int), make(chan int)
		got := ""
		parallel(func() {
			select {
			case a <- 1:
				got = "sent"
			case v := <-b:
				got = fmt.Sprint("received ", v)
			}
		}, func() {
			select {
			case <-a:
			case b <- 2:
			}
		})
		return got
	}, "sent", "received 2")
}

// Two equal selects both send and receive on one channel. No select may be its own partner.
func TestSelectSameChannel(t *testing.T) {
	check(t, func() string {
		c := make(chan string)
		var log tape
		run := func(name string) func() {
			return func() {
				select {
				case c <- name:
				case v := <-c:
					log.add(name + " got " + v)
				}
			}
		}
		parallel(run("x"), run("y"))
		return log.String()
	}, "x got y", "y got x")
}

func TestSelectAlone(t *testing.T) {
	checkSlow(t, func() string {
		c := make(chan int)
		select {
		case c <- 1:
		case <-c:
		}
		return "met itself"
	}, blocked)
}

func TestSelectNil(t *testing.T) {
	check(t, func() string {
		var none chan int
		c := make(chan int, 1)
		c <- 1
		select {
		case <-none:
			return "nil received"
		case none <- 1:
			return "nil sent"
		case <-c:
			return "c"
		}
	}, "c")
}

func TestSelectAllNil(t *testing.T) {
	checkSlow(t, func() string {
		var a, b chan int
		select {
		case <-a:
		case b <- 1:
		}
		return "went on"
	}, blocked)
}

func TestSelectClosed(t *testing.T) {
	check(t, func() string {
		a, b := make(chan int), make(chan int)
		close(a)
		select {
		case v, ok := <-a:
			return fmt.Sprint(v, ok)
		case <-b:
			return "b"
		}
	}, "0 false")
}

func TestSelectSendOnClosed(t *testing.T) {
	check(t, func() string {
		a, b := make(chan int), make(chan int, 1)
		close(a)
		return tried(func() {
			select {
			case a <- 1:
			case b <- 1:
			}
		})
	}, "send on closed channel", "ok")
}

func TestSelectCloseUnderSend(t *testing.T) {
	check(t, func() string {
		a, b := make(chan int), make(chan int)
		got := ""
		parallel(func() {
			got = tried(func() {
				select {
				case a <- 1:
				case <-b:
				}
			})
		}, func() { close(a) })
		return got
	}, "send on closed channel")
}

func TestSelectCloseOrValue(t *testing.T) {
	check(t, func() string {
		quit, work := make(chan int), make(chan int, 2)
		got := ""
		parallel(func() { work <- 1; work <- 2; close(quit) }, func() {
			for {
				select {
				case <-quit:
					return
				case v := <-work:
					got += fmt.Sprint(v)
				}
			}
		})
		return got
	}, "", "1", "12")
}

func TestSelectSameChannelTwice(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1)
		c <- 1
		select {
		case <-c:
			return "first"
		case <-c:
			return "second"
		}
	}, "first", "second")
}

func TestSelectManyCases(t *testing.T) {
	check(t, func() string {
		cs := [5]chan int{}
		for i := range cs {
			cs[i] = make(chan int, 1)
		}
		go func() { cs[3] <- 3 }()
		go func() { cs[1] <- 1 }()
		var v int
		select {
		case v = <-cs[0]:
		case v = <-cs[1]:
		case v = <-cs[2]:
		case v = <-cs[3]:
		case cs[4] <- 1:
			v = 4
		}
		return fmt.Sprint(v)
	}, "1", "3", "4")
}

func TestSelectEvaluatesInOrder(t *testing.T) {
	check(t, func() string {
		text := ""
		ch := func(name string) chan int { text += name; return make(chan int, 1) }
		val := func(name string) int { text += name; return 0 }
		select {
		case <-ch("a"):
		case ch("b") <- val("c"):
		case <-ch("d"):
		}
		return text
	}, "abcd")
}

func TestSelectLoopFair(t *testing.T) {
	check(t, func() string {
		a, b := make(chan int, 1), make(chan int, 1)
		text := ""
		for range 2 {
			select {
			case a <- 0:
				text += "a"
			case b <- 0:
				text += "b"
			}
		}
		return text
	}, "ab", "ba")
}
