package seqlock

import (
	"sync"
	"testing"
)

// want fatal
func TestLoad(t *testing.T) { move(t, (*Point).Load) }

// want pass
func TestLoadFixed(t *testing.T) { move(t, (*Point).LoadChecked) }

// move moves a point along the line x = y while another goroutine looks where it is.
func move(t *testing.T, load func(*Point) (x, y int64)) {
	var p Point
	var wg sync.WaitGroup
	wg.Go(func() {
		p.Store(1, 1)
		p.Store(2, 2)
	})
	if x, y := load(&p); x != y {
		t.Errorf("got (%d, %d), which is not on the line", x, y)
	}
	wg.Wait()
}
