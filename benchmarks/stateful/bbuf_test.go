package stateful

import (
	"sync"
	"testing"
)

// A buffer holds one item.
type buffer struct {
	mu          sync.Mutex
	full, empty sync.Cond
	items       []int
}

func newBuffer() *buffer {
	b := new(buffer)
	b.full.L, b.empty.L = &b.mu, &b.mu
	return b
}

func (b *buffer) put(item int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 1 {
		b.full.Wait()
	}
	b.items = append(b.items, item)
	b.empty.Signal()
}

func (b *buffer) get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		b.empty.Wait()
	}
	item := b.items[0]
	b.items = b.items[1:]
	b.full.Signal()
	return item
}

// bbuf: two producers and two consumers, of n items each.
func bbuf(n int) {
	b := newBuffer()
	for id := range 2 {
		go func() {
			for range n {
				b.put(id)
			}
		}()
		go func() {
			for range n {
				b.get()
			}
		}()
	}
}

func TestBbuf_1(t *testing.T) { bbuf(1) }
func TestBbuf_2(t *testing.T) { bbuf(2) }
