package boundedqueue

import (
	"slices"
	"sync"
	"testing"
)

// want pass
func TestOrder(t *testing.T) {
	q := New[int](1)
	go func() {
		for i := range 3 {
			q.Put(i)
		}
		q.Close()
	}()
	var got []int
	for {
		i, ok := q.Get()
		if !ok {
			break
		}
		got = append(got, i)
	}
	if want := []int{0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// want pass
func TestTwoProducers(t *testing.T) {
	q := New[string](1)
	go q.Put("warp")
	go q.Put("weft")
	first, _ := q.Get()
	second, _ := q.Get()
	if got := []string{min(first, second), max(first, second)}; !slices.Equal(got, []string{"warp", "weft"}) {
		t.Errorf("got %q and %q, want each item once", first, second)
	}
}

// want pass
func TestCloseWakesProducer(t *testing.T) {
	q := New[int](1)
	q.Put(1)
	var wg sync.WaitGroup
	wg.Go(func() {
		if q.Put(2) {
			t.Errorf("got an item added to a queue that is full until it is closed")
		}
	})
	q.Close()
	wg.Wait()
}
