package primitives

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Small programs of several primitives.

func TestClassicPhilosophers(t *testing.T) {
	checkSlow(t, func() string {
		var forks [3]sync.Mutex
		eat := func(i int) func() {
			return func() {
				forks[i].Lock()
				yield()
				forks[(i+1)%3].Lock()
				forks[(i+1)%3].Unlock()
				forks[i].Unlock()
			}
		}
		parallel(eat(0), eat(1), eat(2))
		return "eaten"
	}, "eaten", blocked)
}

func TestClassicSingleflight(t *testing.T) {
	check(t, func() string {
		type call struct {
			wg sync.WaitGroup
			v  int
		}
		var mu sync.Mutex
		calls := map[string]*call{}
		var n atomic.Int32
		do := func(p *int) func() {
			return func() {
				mu.Lock()
				if c, ok := calls["k"]; ok {
					mu.Unlock()
					c.wg.Wait()
					*p = c.v
					return
				}
				c := new(call)
				c.wg.Add(1)
				calls["k"] = c
				mu.Unlock()
				c.v = int(n.Add(1))
				c.wg.Done()
				mu.Lock()
				delete(calls, "k")
				mu.Unlock()
				*p = c.v
			}
		}
		var a, b int
		parallel(do(&a), do(&b))
		return fmt.Sprint(a, b)
	}, "1 1", "1 2", "2 1")
}

func TestClassicBarrier(t *testing.T) {
	check(t, func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		at, round := 0, 0
		wait := func() {
			mu.Lock()
			defer mu.Unlock()
			mine := round
			if at++; at == 2 {
				at = 0
				round++
				c.Broadcast()
				return
			}
			for round == mine {
				c.Wait()
			}
		}
		var log tape
		member := func() { log.add("a"); wait(); log.add("b"); wait(); log.add("c") }
		parallel(member, member)
		return log.String()
	}, "aabbcc")
}

func TestClassicPubSub(t *testing.T) {
	check(t, func() string {
		var rw sync.RWMutex
		var subs []chan int
		var got atomic.Int32
		subscribe := func() {
			c := make(chan int, 1)
			rw.Lock()
			subs = append(subs, c)
			rw.Unlock()
		}
		parallel(subscribe, func() {
			rw.RLock()
			defer rw.RUnlock()
			for _, c := range subs {
				c <- 1
				got.Add(1)
			}
		}, subscribe)
		return fmt.Sprint(got.Load())
	}, "0", "1", "2")
}

func TestClassicPipeline(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancel(context.Background())
		stage := func(in <-chan int) <-chan int {
			out := make(chan int)
			go func() {
				defer close(out)
				for v := range in {
					select {
					case out <- v + 1:
					case <-ctx.Done():
						return
					}
				}
			}()
			return out
		}
		source := make(chan int)
		go func() {
			defer close(source)
			for i := 0; ; i++ {
				select {
				case source <- i:
				case <-ctx.Done():
					return
				}
			}
		}()
		out := stage(source)
		a, b := <-out, <-out
		cancel()
		return fmt.Sprint(a, b)
	}, "1 2")
}

func TestClassicShutdown(t *testing.T) {
	checkSlow(t, func() string {
		jobs, quit := make(chan int, 1), make(chan bool)
		var wg sync.WaitGroup
		var n atomic.Int32
		wg.Go(func() {
			for {
				select {
				case <-jobs:
					n.Add(1)
				case <-quit:
					for {
						select {
						case <-jobs:
							n.Add(1)
						default:
							return
						}
					}
				}
			}
		})
		jobs <- 1
		jobs <- 2
		close(quit)
		done := make(chan bool)
		go func() { wg.Wait(); close(done) }()
		select {
		case <-done:
			return fmt.Sprint(n.Load())
		case <-time.After(100 * far):
			return "timeout"
		}
	}, "2")
}

func TestClassicPeterson(t *testing.T) {
	check(t, func() string {
		var want [2]atomic.Bool
		var turn atomic.Int32
		inside := 0
		most := 0
		enter := func(i int32) func() {
			return func() {
				want[i].Store(true)
				turn.Store(1 - i)
				if want[1-i].Load() && turn.Load() == 1-i {
					want[i].Store(false) // gives up instead of waiting
					return
				}
				inside++ // no race: the other goroutine is outside
				most = max(most, inside)
				inside--
				want[i].Store(false)
			}
		}
		parallel(enter(0), enter(1))
		return fmt.Sprint(most)
	}, "0", "1")
}
