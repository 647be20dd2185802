package regress

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestMapRange: the read of Range between two calls of its function is an operation, too.
func TestMapRange(t *testing.T) {
	var m sync.Map
	var a atomic.Int32
	for i := range 3 {
		m.Store(i, i)
	}
	var saw []any
	done := make(chan bool)
	go func() {
		for k := range m.Range {
			saw = append(saw, k)
			a.Load()
		}
		close(done)
	}()
	m.Delete(0)
	m.Delete(1)
	m.Delete(2)
	<-done
	t.Error(saw)
}

// TestMapOrder: the order of Range does not depend on which goroutine used the map first.
func TestMapOrder(t *testing.T) {
	var m sync.Map
	var loads sync.WaitGroup
	loads.Add(2)
	for range 2 {
		go func() {
			defer loads.Done()
			m.Load(1)
		}()
	}
	loads.Wait()
	var saw []any
	for i := range 5 {
		m.Store(i, i)
	}
	for k := range m.Range {
		saw = append(saw, k)
	}
	t.Error(saw)
}
