// Package shutdown is a server that can be shut down: requests that it has accepted are answered.
//
// The bug: the goroutine of a request counts itself. Shutdown may look at the count before that, and take the store away from a request that
// has been accepted.
package shutdown

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// A Server answers each connection with the value of its store.
type Server struct {
	l     net.Listener
	loop  sync.WaitGroup
	store atomic.Pointer[string]

	mu       sync.Mutex
	requests int
	none     *sync.Cond // there are no requests
}

// count adds n to the number of requests.
func (s *Server) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.requests += n; s.requests == 0 {
		s.none.Broadcast()
	}
}

// Serve begins to accept connections.
func Serve(l net.Listener, value string) *Server { return serve(l, value, false) }

// ServeFixed is Serve without the bug: who accepts a connection counts it.
func ServeFixed(l net.Listener, value string) *Server { return serve(l, value, true) }

func serve(l net.Listener, value string, early bool) *Server {
	s := &Server{l: l}
	s.none = sync.NewCond(&s.mu)
	s.store.Store(&value)
	s.loop.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if early {
				s.count(1)
			}
			go func() {
				if !early {
					s.count(1)
				}
				defer s.count(-1)
				s.answer(c)
			}()
		}
	})
	return s
}

func (s *Server) answer(c net.Conn) {
	defer c.Close()
	if value := s.store.Load(); value != nil {
		io.WriteString(c, *value)
	} else {
		io.WriteString(c, "the store is closed")
	}
}

// Shutdown waits for the requests that have been accepted, and closes the store.
func (s *Server) Shutdown() {
	s.l.Close()
	s.loop.Wait()
	s.mu.Lock()
	for s.requests > 0 {
		s.none.Wait()
	}
	s.mu.Unlock()
	s.store.Store(nil)
}
