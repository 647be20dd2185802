package benchmarks

import (
	"sync/atomic"
	"testing"
)

// lastzero: thread 0 searches an array for its last zero, from the end. Thread j sets a[j] to a[j-1]+1.
func lastzero(n int) {
	a := make([]atomic.Int32, n+1)
	go func() {
		for i := n; a[i].Load() != 0; i-- {
		}
	}()
	for j := 1; j <= n; j++ {
		go func() { a[j].Store(a[j-1].Load() + 1) }()
	}
}

func TestLastzero_5(t *testing.T)  { lastzero(5) }
func TestLastzero_10(t *testing.T) { lastzero(10) }
func TestLastzero_15(t *testing.T) { lastzero(15) }
