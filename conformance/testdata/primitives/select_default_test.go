package primitives

import (
	"fmt"
	"testing"
)

func TestSelectDefaultUnbuffered(t *testing.T) {
	check(t, func() string {
		c := make(chan string)
		go func() {
			select {
			case c <- "sent":
			default:
			}
			close(c)
		}()
		v, ok := <-c
		return fmt.Sprint(v, ok)
	}, "senttrue", "false")
}

func TestSelectDefaultReceive(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		got := "default"
		done := make(chan bool)
		go func() {
			defer close(done)
			select {
			case c <- 1:
			case <-done:
			}
		}()
		select {
		case <-c:
			got = "received"
		default:
			go func() { <-c }()
		}
		<-done
		return got
	}, "received", "default")
}

func TestSelectDefaultBuffered(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1)
		got := ""
		parallel(func() { c <- 1 }, func() {
			select {
			case v := <-c:
				got = fmt.Sprint(v)
			default:
				got = "default"
			}
		})
		return got
	}, "1", "default")
}

func TestSelectDefaultFull(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 1)
		c <- 1
		select {
		case c <- 2:
			return "sent"
		default:
			return "full"
		}
	}, "full")
}

func TestSelectNilDefault(t *testing.T) {
	check(t, func() string {
		var a chan int
		text := ""
		select {
		case <-a:
		default:
			text += "r"
		}
		select {
		case a <- 1:
		default:
			text += "s"
		}
		select {
		case <-a:
		case a <- 1:
		default:
			text += "b"
		}
		return text
	}, "rsb")
}

func TestSelectSendOnClosedDefault(t *testing.T) {
	check(t, func() string {
		a := make(chan int)
		close(a)
		return tried(func() {
			select {
			case a <- 1:
			default:
			}
		})
	}, "send on closed channel")
}

func TestSelectDefaultAgainstSelectDefault(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		a, b := "", ""
		parallel(func() {
			select {
			case c <- 1:
				a = "sent"
			default:
				a = "no"
			}
		}, func() {
			select {
			case <-c:
				b = "got"
			default:
				b = "no"
			}
		})
		return a + " " + b
	}, "no no")
}

func TestSelectDefaultAgainstSelect(t *testing.T) {
	check(t, func() string {
		c, quit := make(chan int), make(chan bool)
		got := ""
		parallel(func() {
			select {
			case c <- 1:
				got = "sent"
			default:
				got = "no"
			}
			close(quit)
		}, func() {
			select {
			case <-c:
			case <-quit:
			}
		})
		return got
	}, "sent", "no")
}
