// Package connpool keeps connections for later use.
//
// The bug: a connection that has been idle for too long is closed first and then taken out of the pool. In between, Get hands it out.
package connpool

import (
	"net"
	"slices"
	"sync"
	"time"
)

// A Pool keeps idle connections to one address.
type Pool struct {
	addr  string
	limit time.Duration
	fixed bool

	mu   sync.Mutex
	idle []net.Conn
}

// New returns a pool that closes connections which have been idle for so long.
func New(addr string, limit time.Duration) *Pool { return &Pool{addr: addr, limit: limit} }

// NewFixed returns a pool without the bug: who takes a connection out of the pool may use it, or close it.
func NewFixed(addr string, limit time.Duration) *Pool {
	return &Pool{addr: addr, limit: limit, fixed: true}
}

// Get returns an idle connection, or a new one.
func (p *Pool) Get() (net.Conn, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return net.Dial("tcp", p.addr)
}

// Put gives a connection back.
func (p *Pool) Put(c net.Conn) {
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	time.AfterFunc(p.limit, func() { p.expire(c) })
}

// expire closes c if it is idle.
func (p *Pool) expire(c net.Conn) {
	p.mu.Lock()
	i := slices.Index(p.idle, c)
	if i >= 0 && p.fixed {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.mu.Unlock()
	if i < 0 {
		return
	}
	c.Close()
	if p.fixed {
		return
	}
	p.mu.Lock()
	if i = slices.Index(p.idle, c); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.mu.Unlock()
}
