package benchmarks

import (
	"sync"
	"testing"
)

// prodcons: each producer writes to a buffer twice, and then gives a request to the worker that the buffer's content
// names after the second write. Each worker serves twice.
func prodcons(producers, workers int) {
	request := make([]int, workers)
	done := make([]bool, workers)
	m := make([]sync.Mutex, workers)
	var pm sync.Mutex
	buf := 0
	for id := range workers {
		go func() {
			for range 2 {
				m[id].Lock()
				if request[id] > 0 {
					request[id]--
					done[id] = true
				}
				m[id].Unlock()
			}
		}()
	}
	for id := range producers {
		go func() {
			tmp := 0
			for range 2 {
				pm.Lock()
				buf = buf*producers + id
				tmp = buf
				pm.Unlock()
			}
			d := tmp % workers
			m[d].Lock()
			request[d]++
			m[d].Unlock()
		}()
	}
}

func TestProdcons_2_5(t *testing.T) { prodcons(2, 5) }
func TestProdcons_3_5(t *testing.T) { prodcons(3, 5) }
