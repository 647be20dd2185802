package agent

import (
	"slices"
	"sync"
	"syscall"
)

// maxInputs is how many inputs of a test are noted.
const maxInputs = 1000

// anything is the input of a test of which it is not known on what it depends.
const anything = "?"

// inputs are what a test reads that can differ when it runs again: variables of the environment, and files. What TestMain reads before the
// tests counts for each of them; later, what the engine reads does not count.
type inputs struct {
	mu   sync.Mutex
	main map[string]bool // read by TestMain; nil until the tests begin
	seen map[string]bool // read by TestMain or, after that, by the running test
}

// reads notes that something is read.
func (in *inputs) reads(managed bool, what, name string) {
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

// end is called when TestMain has called m.Run.
func (in *inputs) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.main, in.seen = in.seen, nil
	if in.main == nil {
		in.main = map[string]bool{}
	}
}

// begin begins a test.
func (in *inputs) begin() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.seen = map[string]bool{}
	for name := range in.main {
		in.seen[name] = true
	}
}

// list returns what the test has read.
func (in *inputs) list() []string {
	in.mu.Lock()
	defer in.mu.Unlock()
	var list []string
	for name := range in.seen {
		list = append(list, name)
	}
	if len(list) > maxInputs {
		return []string{anything}
	}
	slices.Sort(list)
	return list
}
