package shutdown

import (
	"io"
	"net"
	"testing"
)

// want fatal
func TestShutdown(t *testing.T) { shutsDown(t, Serve) }

// want pass
func TestShutdownFixed(t *testing.T) { shutsDown(t, ServeFixed) }

// shutsDown sends a request while the server is shut down.
func shutsDown(t *testing.T, serve func(net.Listener, string) *Server) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(l, "42")
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		answer, err := io.ReadAll(c) // an error if the connection was not accepted
		if err == nil && string(answer) != "42" {
			t.Errorf("got %q", answer)
		}
		c.Close()
	}()
	s.Shutdown()
	<-done
}
