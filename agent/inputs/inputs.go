// Package inputs notes what a test reads that can differ when it runs again.
package inputs

import (
	"slices"
	"sync"
	"syscall"
)

// maxInputs is how many inputs of a test are noted.
const maxInputs = 1000

// Anything is the input of a test of which it is not known on what it depends.
const Anything = "?"

// Inputs are what a test reads that can differ when it runs again: variables of the environment, and files. What TestMain reads before the
// tests counts for each of them; later, what the engine reads does not count. The zero Inputs are ready, and their methods safe for concurrent
// use.
type Inputs struct {
	mu   sync.Mutex
	main map[string]bool // read by TestMain; nil until the tests begin
	seen map[string]bool // read by TestMain or, after that, by the running test
}

// Read notes that something is read: what is one of getenv, open, stat. Managed says that a managed goroutine reads it.
func (in *Inputs) Read(managed bool, what, name string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !managed && in.main != nil || len(in.seen) > maxInputs {
		return
	}
	if what != "getenv" && name != "" && name[0] != '/' {
		if dir, err := syscall.Getwd(); err == nil {
			name = dir + "/" + name
		}
	}
	if in.seen == nil {
		in.seen = map[string]bool{}
	}
	in.seen[what+" "+name] = true
}

// Main must be called when TestMain has called m.Run.
func (in *Inputs) Main() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.main, in.seen = in.seen, nil
	if in.main == nil {
		in.main = map[string]bool{}
	}
}

// Begin begins a test.
func (in *Inputs) Begin() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.seen = map[string]bool{}
	for name := range in.main {
		in.seen[name] = true
	}
}

// List returns what the test has read, sorted.
func (in *Inputs) List() []string {
	in.mu.Lock()
	defer in.mu.Unlock()
	var list []string
	for name := range in.seen {
		list = append(list, name)
	}
	if len(list) > maxInputs {
		return []string{Anything}
	}
	slices.Sort(list)
	return list
}
