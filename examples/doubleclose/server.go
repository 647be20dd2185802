// Package doubleclose is a server that any of its users may shut down.
//
// The bug: Shutdown first checks that the server runs, and then closes the channel. Two users who shut the server down
// at the same time both find it running, and both close the channel.
package doubleclose

import "sync"

// A Server answers until it is shut down.
type Server struct {
	done chan struct{}
	once sync.Once
}

// NewServer returns a server that runs.
func NewServer() *Server { return &Server{done: make(chan struct{})} }

// Done returns a channel that is closed once the server is shut down.
func (s *Server) Done() <-chan struct{} { return s.done }

// Shutdown ends the server; it may be called any number of times.
func (s *Server) Shutdown() {
	select {
	case <-s.done:
	default:
		close(s.done)
	}
}

// ShutdownOnce is Shutdown without the bug.
func (s *Server) ShutdownOnce() { s.once.Do(func() { close(s.done) }) }
