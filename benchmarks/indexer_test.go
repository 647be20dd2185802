package benchmarks

import (
	"sync/atomic"
	"testing"
)

// indexer: each of n threads puts four messages into a hash table of atomic slots. With up to 11 threads, no two
// messages collide.
func indexer(n int) {
	const size, messages = 128, 4
	table := new([size]atomic.Int32)
	for t := range n {
		go func() {
			for m := 1; m <= messages; m++ {
				w := 11*m + t
				for h := 7 * w % size; !table[h].CompareAndSwap(0, int32(w)); {
					h = (h + 1) % size
				}
			}
		}()
	}
}

func TestIndexer_11(t *testing.T) { indexer(11) }
func TestIndexer_12(t *testing.T) { indexer(12) }
func TestIndexer_15(t *testing.T) { indexer(15) }
