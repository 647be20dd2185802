package regress

import "testing"

// TestTiny is explored wrongly with -plain=explore if small variables share a block of memory, with varying neighbours.
func TestTiny(t *testing.T) {
	var a, b, c int32
	done := make(chan bool)
	go func() {
		a = 1
		done <- true
		b = 2
		close(done)
	}()
	<-done
	c = a
	<-done
	t.Error(a, b, c)
}
