package chaselev

import (
	"sync"
	"sync/atomic"
	"testing"
)

type task struct{ done atomic.Int32 }

// want fatal
func TestPop(t *testing.T) { share(t, (*Deque[task]).Pop) }

// want pass
func TestPopFixed(t *testing.T) { share(t, (*Deque[task]).PopLast) }

// share lets an owner and two thieves do the owner's two tasks. Each must be done once.
func share(t *testing.T, pop func(*Deque[task]) *task) {
	var d Deque[task]
	var tasks [2]task
	do := func(task *task) bool {
		if task != nil {
			task.done.Add(1)
		}
		return task != nil
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range tasks {
			d.Push(&tasks[i])
		}
		for do(pop(&d)) {
		}
	})
	for range 2 {
		wg.Go(func() { do(d.Steal()) })
	}
	wg.Wait()
	for i := range tasks {
		if n := tasks[i].done.Load(); n != 1 {
			t.Errorf("task %d: done %d times, want once", i, n)
		}
	}
}
