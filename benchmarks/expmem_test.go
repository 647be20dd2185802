package benchmarks

import (
	"sync"
	"sync/atomic"
	"testing"
)

// expmem (exp-mem3, wakeup_stress): p stores x; q starts n threads that store y, joins them and loads x. Made to need large
// wakeup trees. 2 n! traces.
func expmem(n int) {
	var x, y atomic.Int32
	go func() { x.Store(1) }()
	go func() {
		var threads sync.WaitGroup
		threads.Add(n)
		for i := range n {
			go func() {
				y.Store(int32(i))
				threads.Done()
			}()
		}
		threads.Wait()
		x.Load()
	}()
}

func TestExpmem_4(t *testing.T) { expmem(4) }
func TestExpmem_7(t *testing.T) { expmem(7) }
func TestExpmem_8(t *testing.T) { expmem(8) }
