package connpool

import (
	"net"
	"testing"
	"time"
)

// want fatal
func TestGet(t *testing.T) { idleForTooLong(t, New) }

// want pass
func TestGetFixed(t *testing.T) { idleForTooLong(t, NewFixed) }

// idleForTooLong uses a connection again when it may be closed.
func idleForTooLong(t *testing.T, newPool func(string, time.Duration) *Pool) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := newPool(l.Addr().String(), time.Second)
	for range 2 {
		c, err := p.Get()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Write([]byte("request")); err != nil {
			t.Fatal(err)
		}
		p.Put(c)
		time.Sleep(time.Second)
	}
}
