package stateful

import (
	"sync"
	"testing"
)

// sharedArray: each of two threads writes n elements of one array, all different, under one mutex.
func sharedArray(n int) {
	var mu sync.Mutex
	a := make([]int, 2*n)
	for id := range 2 {
		go func() {
			for i := id; i < len(a); i += 2 {
				mu.Lock()
				a[i] = id
				mu.Unlock()
			}
		}()
	}
}

func TestSharedArray_4(t *testing.T)  { sharedArray(4) }
func TestSharedArray_6(t *testing.T)  { sharedArray(6) }
func TestSharedArray_45(t *testing.T) { sharedArray(45) }
