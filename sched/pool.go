package sched

import (
	"unsafe"

	"heddle/sched/hook"
)

// A sync.Pool returns to every goroutine only the items that it put itself, so its operations are no events.

// pooled is an item in a pool.
type pooled struct {
	pool unsafe.Pointer
	x    any
}

// hookPoolGet is Pool.Get. It returns the item that the running thread put last, nil if there is none.
func hookPoolGet(pool unsafe.Pointer) any {
	saved := hook.Cur
	hook.Cur = 0
	t := rt.threads.running
	var x any
	for i := len(t.pools) - 1; i >= 0; i-- {
		if t.pools[i].pool == pool {
			x = t.pools[i].x
			t.pools = append(t.pools[:i], t.pools[i+1:]...)
			break
		}
	}
	hook.Cur = saved
	return x
}

// hookPoolPut is Pool.Put.
func hookPoolPut(pool unsafe.Pointer, x any) {
	saved := hook.Cur
	hook.Cur = 0
	t := rt.threads.running
	if len(t.pools) < 64 {
		t.pools = append(t.pools, pooled{pool, x})
	}
	hook.Cur = saved
}
