package benchmarks

import (
	"sync"
	"testing"
)

// dispatcher: servers serve once each. A picker goes through all of them, and where it is when a request comes
// decides which server gets the request.
func dispatcher(servers, requests int) {
	in, out := make([]int, servers), make([]int, servers)
	server := make([]sync.Mutex, servers)
	var k sync.Mutex
	sid := 0
	for id := range servers {
		go func() {
			server[id].Lock()
			if in[id] > 0 {
				out[id] = in[id]
			}
			server[id].Unlock()
		}()
	}
	for range requests {
		var picker sync.WaitGroup
		picker.Add(1)
		go func() {
			for x := range servers {
				k.Lock()
				sid = x
				k.Unlock()
			}
			picker.Done()
		}()
		k.Lock()
		i := sid
		k.Unlock()
		server[i].Lock()
		in[i]++
		server[i].Unlock()
		picker.Wait()
	}
}

func TestDispatcher_2_2(t *testing.T) { dispatcher(2, 2) }
func TestDispatcher_3_3(t *testing.T) { dispatcher(3, 3) }
func TestDispatcher_4_4(t *testing.T) { dispatcher(4, 4) }
func TestDispatcher_5_2(t *testing.T) { dispatcher(5, 2) }
func TestDispatcher_5_3(t *testing.T) { dispatcher(5, 3) }
func TestDispatcher_5_4(t *testing.T) { dispatcher(5, 4) }
func TestDispatcher_5_5(t *testing.T) { dispatcher(5, 5) }
