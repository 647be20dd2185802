// Package regress holds programs that were once explored wrongly.
package regress

import (
	"sync"
	"testing"
)

// TestSyncMap: the locks inside the map's methods were separate operations, between the method's gate and its effect.
func TestSyncMap(t *testing.T) {
	var m sync.Map
	go func() {
		m.Load(1)
		m.Store(1, 3)
	}()
	m.Store(0, 4)
}
