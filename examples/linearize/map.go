package linearize

import "sync"

// A Map is correct.
type Map struct {
	mu sync.RWMutex
	m  map[string]int
}

// NewMap returns an empty map.
func NewMap() *Map { return &Map{m: map[string]int{}} }

func (m *Map) Load(key string) (v int, ok bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	v, ok = m.m[key]
	return v, ok
}

func (m *Map) Store(key string, v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m[key] = v
}

func (m *Map) Delete(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.m, key)
}

func (m *Map) LoadOrStore(key string, v int) (actual int, loaded bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if actual, loaded = m.m[key]; loaded {
		return actual, true
	}
	m.m[key] = v
	return v, false
}

// A MapTwice looks whether the key is there, and then does not look again.
type MapTwice struct{ Map }

// NewMapTwice returns an empty map.
func NewMapTwice() *MapTwice { return &MapTwice{*NewMap()} }

func (m *MapTwice) Load(key string) (int, bool) { return m.Map.Load(key) }

func (m *MapTwice) LoadOrStore(key string, v int) (actual int, loaded bool) {
	if actual, loaded = m.Map.Load(key); loaded {
		return actual, true
	}
	m.Map.Store(key, v)
	return v, false
}

// A MapSwap returns what was there a moment before.
type MapSwap struct{ Map }

// NewMapSwap returns an empty map.
func NewMapSwap() *MapSwap { return &MapSwap{*NewMap()} }

func (m *MapSwap) Load(key string) (int, bool) { return m.Map.Load(key) }

func (m *MapSwap) Swap(key string, v int) (old int) {
	old, _ = m.Map.Load(key)
	m.Map.Store(key, v)
	return old
}

// A MapParts locks each half of its keys for itself, and counts one half after the other.
type MapParts struct{ parts [2]*Map }

// NewMapParts returns an empty map.
func NewMapParts() *MapParts { return &MapParts{[2]*Map{NewMap(), NewMap()}} }

func (m *MapParts) part(key string) *Map { return m.parts[int(key[0])%2] }

func (m *MapParts) Store(key string, v int) { m.part(key).Store(key, v) }

func (m *MapParts) Delete(key string) { m.part(key).Delete(key) }

func (m *MapParts) Len() (n int) {
	for _, p := range m.parts {
		p.mu.RLock()
		n += len(p.m)
		p.mu.RUnlock()
	}
	return n
}
