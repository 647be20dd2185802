// Package rwmutex is a registry of services that is read often and written rarely.
//
// The bug: a method that holds the read lock calls another method that takes it again. A writer that arrives in between
// waits for the first read lock, and the second read lock waits for the writer: a deadlock.
package rwmutex

import "sync"

// A Registry maps the names of services to their addresses.
type Registry struct {
	mu    sync.RWMutex
	addrs map[string]string
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{addrs: map[string]string{}} }

// Register says where a service is.
func (r *Registry) Register(name, addr string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addrs[name] = addr
}

// Lookup returns where a service is, and whether that is known.
func (r *Registry) Lookup(name string) (string, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.lookup(name)
}

// Resolve returns the address of the first of the services that is known.
func (r *Registry) Resolve(names ...string) (string, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, name := range names {
		if addr, ok := r.Lookup(name); ok {
			return addr, true
		}
	}
	return "", false
}

// ResolveOnce is Resolve without the bug: it takes the read lock once.
func (r *Registry) ResolveOnce(names ...string) (string, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, name := range names {
		if addr, ok := r.lookup(name); ok {
			return addr, true
		}
	}
	return "", false
}

// lookup is Lookup; the read lock must be held.
func (r *Registry) lookup(name string) (string, bool) {
	addr, ok := r.addrs[name]
	return addr, ok
}
