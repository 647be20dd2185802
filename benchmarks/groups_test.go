package benchmarks

import (
	"sync/atomic"
	"testing"
)

// groups: four threads with a race that source sets cannot resolve without redundant executions. One of the threads
// starts the next group. It is the source sets paper's example of why optimal DPOR needs wakeup trees. 4n+1 traces.
func groups(n int) {
	var x, y, z atomic.Int32
	go func() { // p
		if x.Load() != 0 && n > 1 {
			groups(n - 1)
		}
	}()
	go func() { y.Store(1) }() // q
	go func() {                // r
		if y.Load() == 0 {
			z.Store(1)
		}
	}()
	go func() { // s
		if z.Load() == 1 && y.Load() == 0 {
			x.Store(1)
		}
	}()
}

func TestGroups_1(t *testing.T) { groups(1) }
func TestGroups_2(t *testing.T) { groups(2) }
func TestGroups_3(t *testing.T) { groups(3) }
func TestGroups_4(t *testing.T) { groups(4) }
func TestGroups_5(t *testing.T) { groups(5) }
func TestGroups_6(t *testing.T) { groups(6) }
func TestGroups_7(t *testing.T) { groups(7) }
func TestGroups_8(t *testing.T) { groups(8) }
func TestGroups_9(t *testing.T) { groups(9) }
