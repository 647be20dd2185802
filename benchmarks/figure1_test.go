package benchmarks

import (
	"sync/atomic"
	"testing"
)

// figure1: the running example of the paper on parsimonious optimal DPOR, figure 1. 32 traces.
func figure1() {
	var x, y, z, g atomic.Int32
	go func() { x.Store(1) }() // p
	go func() {                // q
		y.Store(1)
		z.Store(1)
	}()
	go func() { // r
		g.Store(1)
		y.Load()
		x.Load()
	}()
	go func() { // s
		y.Load()
		z.Load()
		x.Load()
	}()
}

func TestFigure1_1(t *testing.T) { figure1() }
