// Package sixty has 60 tests: 50 small ones, 8 of medium size, and 2 that no exploration completes.
package sixty

import (
	"sync"
	"sync/atomic"
	"testing"
)

// small has 3, 17 and 153 traces for 2, 3 and 4.
func small(n int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	total := 0
	for range n {
		all.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			total++
		})
	}
	all.Wait()
}

// add has as many traces as a multiset of these multiplicities has permutations: 11,550 for 4, 4, 3.
func add(each ...int) {
	var x atomic.Int32
	for _, n := range each {
		go func() {
			for range n {
				x.Add(1)
			}
		}()
	}
}

func endless() { add(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2) }

func Test00Endless(t *testing.T) { endless() }
func Test01Small(t *testing.T)   { small(3) }
func Test02Small(t *testing.T)   { small(4) }
func Test03Medium(t *testing.T)  { add(4, 4, 3) }
func Test04Small(t *testing.T)   { small(3) }
func Test05Small(t *testing.T)   { small(4) }
func Test06Small(t *testing.T)   { small(2) }
func Test07Small(t *testing.T)   { small(3) }
func Test08Small(t *testing.T)   { small(4) }
func Test09Small(t *testing.T)   { small(2) }
func Test10Medium(t *testing.T)  { add(4, 4, 3) }
func Test11Small(t *testing.T)   { small(4) }
func Test12Small(t *testing.T)   { small(2) }
func Test13Small(t *testing.T)   { small(3) }
func Test14Small(t *testing.T)   { small(4) }
func Test15Small(t *testing.T)   { small(2) }
func Test16Small(t *testing.T)   { small(3) }
func Test17Medium(t *testing.T)  { add(4, 4, 3) }
func Test18Small(t *testing.T)   { small(2) }
func Test19Small(t *testing.T)   { small(3) }
func Test20Small(t *testing.T)   { small(4) }
func Test21Small(t *testing.T)   { small(2) }
func Test22Small(t *testing.T)   { small(3) }
func Test23Small(t *testing.T)   { small(4) }
func Test24Medium(t *testing.T)  { add(4, 4, 3) }
func Test25Small(t *testing.T)   { small(3) }
func Test26Small(t *testing.T)   { small(4) }
func Test27Small(t *testing.T)   { small(2) }
func Test28Small(t *testing.T)   { small(3) }
func Test29Small(t *testing.T)   { small(4) }
func Test30Endless(t *testing.T) { endless() }
func Test31Medium(t *testing.T)  { add(4, 4, 3) }
func Test32Small(t *testing.T)   { small(4) }
func Test33Small(t *testing.T)   { small(2) }
func Test34Small(t *testing.T)   { small(3) }
func Test35Small(t *testing.T)   { small(4) }
func Test36Small(t *testing.T)   { small(2) }
func Test37Small(t *testing.T)   { small(3) }
func Test38Medium(t *testing.T)  { add(4, 4, 3) }
func Test39Small(t *testing.T)   { small(2) }
func Test40Small(t *testing.T)   { small(3) }
func Test41Small(t *testing.T)   { small(4) }
func Test42Small(t *testing.T)   { small(2) }
func Test43Small(t *testing.T)   { small(3) }
func Test44Small(t *testing.T)   { small(4) }
func Test45Medium(t *testing.T)  { add(4, 4, 3) }
func Test46Small(t *testing.T)   { small(3) }
func Test47Small(t *testing.T)   { small(4) }
func Test48Small(t *testing.T)   { small(2) }
func Test49Small(t *testing.T)   { small(3) }
func Test50Small(t *testing.T)   { small(4) }
func Test51Small(t *testing.T)   { small(2) }
func Test52Medium(t *testing.T)  { add(4, 4, 3) }
func Test53Small(t *testing.T)   { small(4) }
func Test54Small(t *testing.T)   { small(2) }
func Test55Small(t *testing.T)   { small(3) }
func Test56Small(t *testing.T)   { small(4) }
func Test57Small(t *testing.T)   { small(2) }
func Test58Small(t *testing.T)   { small(3) }
func Test59Small(t *testing.T)   { small(4) }
