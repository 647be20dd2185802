package benchmarks

import (
	"sync"
	"testing"
)

// poke: each of n writers sets a cell. Meanwhile, k times, a chooser goes through the cells and a poker resets the
// cell that it finds chosen.
func poke(n, k int) {
	a := make([]int, n)
	cell := make([]sync.Mutex, n)
	var mi sync.Mutex
	i, d := 0, 0
	for x := range n {
		go func() {
			cell[x].Lock()
			a[x] = 1
			cell[x].Unlock()
		}()
	}
	for range k {
		var both sync.WaitGroup
		both.Add(2)
		go func() { // chooser
			for x := 1; x < n; x++ {
				mi.Lock()
				i = x
				mi.Unlock()
			}
			both.Done()
		}()
		go func() { // poker
			mi.Lock()
			j := i
			mi.Unlock()
			cell[j].Lock()
			if a[j] == 1 {
				d++
				a[j] = 0
			}
			cell[j].Unlock()
			both.Done()
		}()
		both.Wait()
	}
}

func TestPoke_2_2(t *testing.T)  { poke(2, 2) }
func TestPoke_2_4(t *testing.T)  { poke(2, 4) }
func TestPoke_3_4(t *testing.T)  { poke(3, 4) }
func TestPoke_7_3(t *testing.T)  { poke(7, 3) }
func TestPoke_8_3(t *testing.T)  { poke(8, 3) }
func TestPoke_9_3(t *testing.T)  { poke(9, 3) }
func TestPoke_10_4(t *testing.T) { poke(10, 4) }
