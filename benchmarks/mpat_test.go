package benchmarks

import (
	"sync"
	"testing"
)

// mpat: each of k writers locks its own mutex. Each of k readers locks one of these, one reader after the other under
// another mutex. 2^k k! traces.
func mpat(k int) {
	a := make([]sync.Mutex, k)
	visits := make([]int, k)
	var mi sync.Mutex
	for w := range k {
		go func() {
			a[w].Lock()
			visits[w]++
			a[w].Unlock()
		}()
	}
	for r := range k {
		go func() {
			mi.Lock()
			a[r].Lock()
			visits[r]++
			a[r].Unlock()
			mi.Unlock()
		}()
	}
}

func TestMpat_4(t *testing.T) { mpat(4) }
func TestMpat_5(t *testing.T) { mpat(5) }
