package stateful

import (
	"sync/atomic"
	"testing"
)

// example1: two threads add to one counter as long as their own variable is below n, each with its own step. It is
// figure 1 of the paper, whose atomic blocks are one addition each, without its assertion, which fails.
func example1(n int32) {
	var d atomic.Int32
	go func() {
		for i := int32(0); i < n; i += 5 {
			d.Add(i)
		}
	}()
	go func() {
		for j := int32(0); j < n; j += 2 {
			d.Add(-j)
		}
	}()
}

func TestExample1_8(t *testing.T)  { example1(8) }
func TestExample1_16(t *testing.T) { example1(16) }
func TestExample1_64(t *testing.T) { example1(64) }
