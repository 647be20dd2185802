package benchmarks

import (
	"sync/atomic"
	"testing"
)

// readers: one writer stores x, n readers load it once each. 2^n traces.
func readers(n int) {
	var x atomic.Int32
	go func() { x.Store(1) }()
	for range n {
		go func() { x.Load() }()
	}
}

func TestReaders_2(t *testing.T)  { readers(2) }
func TestReaders_8(t *testing.T)  { readers(8) }
func TestReaders_13(t *testing.T) { readers(13) }
