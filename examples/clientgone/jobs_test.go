package clientgone

import (
	"net"
	"testing"
)

// want fatal
func TestHand(t *testing.T) { clientLeaves(t, (*Jobs).Hand) }

// want pass
func TestHandFixed(t *testing.T) { clientLeaves(t, (*Jobs).HandFixed) }

// clientLeaves asks for a job, and does not wait for it.
func clientLeaves(t *testing.T, hand func(*Jobs, net.Conn)) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	jobs := new(Jobs)
	jobs.Add('x')
	done := make(chan bool)
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err == nil {
			hand(jobs, c)
		}
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	<-done
	if jobs.Len() == 0 {
		t.Error("the job is lost")
	}
}
