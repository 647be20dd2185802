package model

import (
	"fmt"
	"strconv"
	"strings"
)

// A Thread is the name of one thread: a goroutine, or the timer whose firings are events of their own. Names are interned (see
// Names): the n-th child of the same parent has the same name in every execution of one program. The test function is thread 0.
type Thread int32

// NoThread stands where a choice has no second thread.
const NoThread Thread = -1

// Names interns the names of threads. A thread is named by its parent and by how many children the parent had started before
// it, so that it has the same name in every execution; the Thread is the number under which that name was first seen. One
// Names belongs to one exploration. It is not safe for concurrent use.
type Names struct {
	threads []named
}

type named struct {
	parent Thread
	nth    int32
	hash   uint64
	path   string
	kids   []Thread // Invariant: kids[n-1] is the n-th child, NoThread while it has not been seen.
}

// NewNames returns a Names that knows the test function, thread 0.
func NewNames() *Names {
	return &Names{threads: []named{{parent: NoThread, hash: Mix(0x68656464), path: "0"}}}
}

// Len is the number of threads that have a name.
func (n *Names) Len() int { return len(n.threads) }

// Child names the nth child of parent; the first is number 1.
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

// Parent is the thread that started t; NoThread for thread 0.
func (n *Names) Parent(t Thread) Thread { return n.threads[t].parent }

// Path writes t as the numbers of the children on the way to it: "0" is the test function, "0.2" the second goroutine that it
// started, "-" is NoThread.
func (n *Names) Path(t Thread) string {
	if t == NoThread {
		return "-"
	}
	return n.threads[t].path
}

// Parse reads what Path wrote, and names the thread if it has no name yet.
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

// Before orders threads by their paths, so that the order is the same whatever numbers the threads have.
func (n *Names) Before(a, b Thread) bool { return n.threads[a].path < n.threads[b].path }

// Hash depends on the path of t only.
func (n *Names) Hash(t Thread) uint64 {
	if t == NoThread {
		return 0x2d
	}
	return n.threads[t].hash
}
