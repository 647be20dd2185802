package primitives

import (
	"fmt"
	"reflect"
	"testing"
)

func TestReflectSendRecv(t *testing.T) {
	check(t, func() string {
		c := reflect.MakeChan(reflect.TypeFor[chan string](), 0)
		go c.Send(reflect.ValueOf("a"))
		go func() { c.Interface().(chan string) <- "b" }()
		v, ok := c.Recv()
		w := <-c.Interface().(chan string)
		return fmt.Sprint(v, ok, " ", w)
	}, "a true b", "b true a")
}

func TestReflectTry(t *testing.T) {
	check(t, func() string {
		c := reflect.ValueOf(make(chan int, 1))
		a := c.TrySend(reflect.ValueOf(1))
		b := c.TrySend(reflect.ValueOf(2))
		v, ok := c.TryRecv()
		w, ok2 := c.TryRecv()
		return fmt.Sprint(a, b, v, ok, w.IsValid(), ok2)
	}, "true false 1 true false false")
}

func TestReflectTryRecvRace(t *testing.T) {
	check(t, func() string {
		ch := make(chan int, 1)
		got := ""
		parallel(func() { ch <- 1 }, func() { v, ok := reflect.ValueOf(ch).TryRecv(); got = fmt.Sprint(v.IsValid(), ok) })
		return got
	}, "true true", "false false")
}

func TestReflectClose(t *testing.T) {
	check(t, func() string {
		c := reflect.ValueOf(make(chan int))
		c.Close()
		v, ok := c.Recv()
		return fmt.Sprint(v, ok, c.Len(), c.Cap(), tried(c.Close), tried(func() { c.Send(reflect.ValueOf(1)) }))
	}, "0 false 0 0close of closed channelsend on closed channel")
}

func TestReflectLen(t *testing.T) {
	check(t, func() string {
		c := make(chan int, 2)
		n := 0
		parallel(func() { c <- 1 }, func() { n = reflect.ValueOf(c).Len() })
		return fmt.Sprint(n)
	}, "0", "1")
}

func TestReflectSelect(t *testing.T) {
	check(t, func() string {
		a, b := make(chan int), make(chan int)
		got := ""
		parallel(func() {
			i, v, ok := reflect.Select([]reflect.SelectCase{
				{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)},
				{Dir: reflect.SelectSend, Chan: reflect.ValueOf(b), Send: reflect.ValueOf(3)},
			})
			got = fmt.Sprint(i, v.IsValid(), ok)
		}, func() {
			select {
			case a <- 1:
			case <-b:
			}
		})
		return got
	}, "0 true true", "1 false false")
}

func TestReflectSelectDefault(t *testing.T) {
	check(t, func() string {
		a := make(chan int, 1)
		got := 0
		parallel(func() { a <- 1 }, func() {
			got, _, _ = reflect.Select([]reflect.SelectCase{
				{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)},
				{Dir: reflect.SelectDefault},
			})
		})
		return fmt.Sprint(got)
	}, "0", "1")
}

func TestReflectSelectNil(t *testing.T) {
	checkSlow(t, func() string {
		var none chan int
		reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(none)}})
		return "went on"
	}, blocked)
}

func TestReflectSelectEmpty(t *testing.T) {
	checkSlow(t, func() string {
		reflect.Select(nil)
		return "went on"
	}, blocked)
}

func TestReflectCallGo(t *testing.T) {
	check(t, func() string {
		var log tape
		f := reflect.ValueOf(func(s string) { log.add(s) })
		parallel(func() { f.Call([]reflect.Value{reflect.ValueOf("a")}) }, func() { log.add("b") })
		return log.String()
	}, "ab", "ba")
}

func TestReflectMakeFunc(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		f := reflect.MakeFunc(reflect.TypeFor[func(int)](), func(args []reflect.Value) []reflect.Value {
			c <- int(args[0].Int())
			return nil
		}).Interface().(func(int))
		go f(4)
		return fmt.Sprint(<-c)
	}, "4")
}

// A select with many cases, made at run time.
func TestReflectSelectMany(t *testing.T) {
	check(t, func() string {
		var cases []reflect.SelectCase
		cs := make([]chan int, 70)
		for i := range cs {
			cs[i] = make(chan int, 1)
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(cs[i])})
		}
		go func() { cs[69] <- 69 }()
		i, v, _ := reflect.Select(cases)
		return fmt.Sprint(i, v)
	}, "69 69")
}
