package stateful

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// compress: workers take blocks of the input in turn and write them to the output in the order of the input. A run of
// equal bytes is written as its length and the byte.
func compress(t *testing.T, workers int) {
	blocks := strings.Split("aaab bbba", " ")
	var mu, out sync.Mutex
	turn := sync.NewCond(&out)
	var output bytes.Buffer
	taken, written := 0, 0
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				mu.Lock()
				n := taken
				taken++
				mu.Unlock()
				if n >= len(blocks) {
					return
				}
				packed := pack(blocks[n])
				out.Lock()
				for written != n {
					turn.Wait()
				}
				output.Write(packed)
				written++
				turn.Broadcast()
				out.Unlock()
			}
		})
	}
	wg.Wait()
	if got := output.String(); got != "3a1b3b1a" {
		t.Fatal(got)
	}
}

func pack(block string) (packed []byte) {
	for len(block) > 0 {
		rest := strings.TrimLeft(block, block[:1])
		packed = append(packed, byte('0'+len(block)-len(rest)), block[0])
		block = rest
	}
	return packed
}

func TestCompress_2(t *testing.T) { compress(t, 2) }
func TestCompress_3(t *testing.T) { compress(t, 3) }
