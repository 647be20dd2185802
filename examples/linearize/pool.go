package linearize

import (
	"sync"
	"sync/atomic"
)

// A Pool hands out numbers, each to one at a time. It is correct.
type Pool struct {
	mu    sync.Mutex
	taken []bool
}

// NewPool returns a pool of n numbers.
func NewPool(n int) *Pool { return &Pool{taken: make([]bool, n)} }

// Get returns a number that nobody has, the smallest one; false if there is none.
func (p *Pool) Get() (id int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, taken := range p.taken {
		if !taken {
			p.taken[i] = true
			return i, true
		}
	}
	return 0, false
}

// Put gives a number back. It returns false if nobody has it.
func (p *Pool) Put(id int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id >= len(p.taken) || !p.taken[id] {
		return false
	}
	p.taken[id] = false
	return true
}

// A PoolStore takes a number in two steps.
type PoolStore struct{ taken [2]atomic.Bool }

func (p *PoolStore) Get() (id int, ok bool) {
	for i := range p.taken {
		if !p.taken[i].Load() {
			p.taken[i].Store(true)
			return i, true
		}
	}
	return 0, false
}

func (p *PoolStore) Put(id int) bool {
	return id < len(p.taken) && p.taken[id].CompareAndSwap(true, false)
}

// A PoolScan looks at one number after the other: it says that none is free although at each moment one was.
type PoolScan struct{ taken [3]atomic.Bool }

func (p *PoolScan) Get() (id int, ok bool) {
	for i := range p.taken {
		if p.taken[i].CompareAndSwap(false, true) {
			return i, true
		}
	}
	return 0, false
}

func (p *PoolScan) Put(id int) bool {
	return id < len(p.taken) && p.taken[id].CompareAndSwap(true, false)
}

// A PoolStack is a stack of free numbers, from 1: head is the first, next the one below each. Get says too late that a number is taken, and does
// not see that the head has gone and come back meanwhile (the ABA problem).
type PoolStack struct {
	head  atomic.Int32
	next  [4]atomic.Int32
	taken [4]atomic.Bool
}

// NewPoolStack returns a pool of three numbers.
func NewPoolStack() *PoolStack {
	p := &PoolStack{}
	p.head.Store(1)
	p.next[1].Store(2)
	p.next[2].Store(3)
	return p
}

func (p *PoolStack) Get() (id int, ok bool) {
	for {
		head := p.head.Load()
		if head == 0 {
			return 0, false
		}
		next := p.next[head].Load()
		if p.head.CompareAndSwap(head, next) {
			p.taken[head].Store(true)
			return int(head), true
		}
	}
}

func (p *PoolStack) Put(id int) bool {
	if id >= len(p.taken) || !p.taken[id].CompareAndSwap(true, false) {
		return false
	}
	for {
		head := p.head.Load()
		p.next[id].Store(head)
		if p.head.CompareAndSwap(head, int32(id)) {
			return true
		}
	}
}
