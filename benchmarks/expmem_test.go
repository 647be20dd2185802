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

func TestExpmem_1(t *testing.T) { expmem(1) }
func TestExpmem_2(t *testing.T) { expmem(2) }
func TestExpmem_3(t *testing.T) { expmem(3) }
func TestExpmem_4(t *testing.T) { expmem(4) }
func TestExpmem_5(t *testing.T) { expmem(5) }
func TestExpmem_6(t *testing.T) { expmem(6) }
func TestExpmem_7(t *testing.T) { expmem(7) }
func TestExpmem_8(t *testing.T) { expmem(8) }
func TestExpmem_9(t *testing.T) { expmem(9) }
