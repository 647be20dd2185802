package doubleclose

import (
	"sync"
	"testing"
)

// want panic
func TestShutdown(t *testing.T) { shutdownTwice((*Server).Shutdown) }

// want pass
func TestShutdownFixed(t *testing.T) { shutdownTwice((*Server).ShutdownOnce) }

// shutdownTwice lets a signal handler and a failing listener end the server at the same time.
func shutdownTwice(shutdown func(*Server)) {
	s := NewServer()
	var wg sync.WaitGroup
	wg.Go(func() { shutdown(s) })
	wg.Go(func() { shutdown(s) })
	<-s.Done()
	wg.Wait()
}
