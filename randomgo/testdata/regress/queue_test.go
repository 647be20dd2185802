package regress

import (
	"sync"
	"testing"
)

// TestQueue: the arguments of a select were in no frame that is read, so the channel's content was not part of the
// state.
func TestQueue(t *testing.T) {
	c := make(chan int, 2)
	saw := 0
	var all sync.WaitGroup
	all.Add(2)
	go func() {
		defer all.Done()
		select {
		case v := <-c:
			saw = 10 + v
		case c <- 2:
		}
		select {
		case v, ok := <-c:
			if ok {
				saw = 3*saw + v
			}
		case c <- 3:
		}
	}()
	go func() {
		defer all.Done()
		c <- 1
	}()
	all.Wait()
	t.Error(saw)
}
