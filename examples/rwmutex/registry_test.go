package rwmutex

import "testing"

// want deadlock
func TestResolve(t *testing.T) { resolveWhileRegistering(t, (*Registry).Resolve) }

// want pass
func TestResolveFixed(t *testing.T) { resolveWhileRegistering(t, (*Registry).ResolveOnce) }

func resolveWhileRegistering(t *testing.T, resolve func(r *Registry, names ...string) (string, bool)) {
	r := NewRegistry()
	r.Register("db", "10.0.0.1")
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Register("cache", "10.0.0.2")
	}()
	addr, ok := resolve(r, "cache", "db")
	if !ok || addr != "10.0.0.1" && addr != "10.0.0.2" {
		t.Errorf("got %q, %v, want one of the two addresses", addr, ok)
	}
	<-done
}
