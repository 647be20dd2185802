package msqueue

import (
	"sync"
	"testing"
)

// want fatal
func TestPut(t *testing.T) { exchange(t, (*Queue[int]).Put) }

// want pass
func TestPutFixed(t *testing.T) { exchange(t, (*Queue[int]).PutLinked) }

// exchange lets two goroutines put a value in and get one. Nobody who has put something in finds the queue empty.
func exchange(t *testing.T, put func(*Queue[int], int)) {
	q := New[int]()
	var got [2]int
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			put(q, i+1)
			got[i], _ = q.Get()
		})
	}
	wg.Wait()
	if got != [2]int{1, 2} && got != [2]int{2, 1} {
		t.Errorf("got %v, want 1 and 2", got)
	}
}
