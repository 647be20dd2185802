package model

import (
	"fmt"
	"strconv"
	"strings"
)

// A Thread is the name of one thread, a number that Names has given to it. The test function is thread 0.
type Thread int32

// NoThread is the name of no thread: of the parent of thread 0, for example, or of a partner that does not exist.
const NoThread Thread = -1

// Names gives names to threads. A thread is identified by its parent and by its number among the parent's children, so
// it has the same name in every execution of the program. Threads are numbered in the order in which they are first
// named. One Names belongs to one exploration. It is not safe for concurrent use.
type Names struct {
	threads []named
}

type named struct {
	parent Thread
	nth    int32
	hash   uint64
	path   string
	kids   []Thread // Invariant: kids[n-1] is the n-th child, or NoThread while that has no name.
}

// NewNames returns a Names in which only thread 0 has a name.
func NewNames() *Names {
	return &Names{threads: []named{{parent: NoThread, hash: Mix(0x68656464), path: "0"}}}
}

// Len is the number of threads that have a name.
func (n *Names) Len() int { return len(n.threads) }

// Child returns the name of the nth child of parent, and names it if it has none yet. The first child is number 1.
func (n *Names) Child(parent Thread, nth int) Thread {
	kids := n.threads[parent].kids
	for len(kids) < nth {
		kids = append(kids, NoThread)
	}
	if kids[nth-1] == NoThread {
		kids[nth-1] = Thread(len(n.threads))
		p := &n.threads[parent]
		n.threads = append(n.threads, named{
			parent: parent, nth: int32(nth), hash: Mix(p.hash ^ Mix(uint64(nth))), path: p.path + "." + strconv.Itoa(nth),
		})
	}
	n.threads[parent].kids = kids
	return kids[nth-1]
}

// Parent is the thread that started t, or NoThread for thread 0.
func (n *Names) Parent(t Thread) Thread { return n.threads[t].parent }

// Path identifies t by the numbers of the children on the way to it: "0" is the test function, "0.2" the second thread
// that it started, and "-" is NoThread. It is the same in every exploration.
func (n *Names) Path(t Thread) string {
	if t == NoThread {
		return "-"
	}
	return n.threads[t].path
}

// Parse returns the thread with that path, and names it if it has no name yet. It returns an error if path is not one
// that Path writes.
func (n *Names) Parse(path string) (Thread, error) {
	if path == "-" {
		return NoThread, nil
	}
	parts := strings.Split(path, ".")
	if parts[0] != "0" {
		return NoThread, fmt.Errorf("model: thread %q: a path starts with 0", path)
	}
	t := Thread(0)
	for _, part := range parts[1:] {
		nth, err := strconv.Atoi(part)
		if err != nil || nth < 1 || nth > 1<<20 {
			return NoThread, fmt.Errorf("model: thread %q: %q is not the number of a child", path, part)
		}
		t = n.Child(t, nth)
	}
	return t, nil
}

// Before says whether a comes before b in the order of their paths as strings. Unlike the order of their numbers, it is
// the same in every exploration.
func (n *Names) Before(a, b Thread) bool { return n.threads[a].path < n.threads[b].path }

// Hash returns a hash of the path of t.
func (n *Names) Hash(t Thread) uint64 {
	if t == NoThread {
		return 0x2d
	}
	return n.threads[t].hash
}
