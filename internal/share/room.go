package share

import (
	"bytes"
	"os"
	"strconv"
	"sync"
)

// A Room bounds how many processes are set aside, and the memory that they take together. Its methods may be called concurrently.
type Room struct {
	Processes int   // at most
	Bytes     int64 // likewise; 0 for no bound

	mu        sync.Mutex
	processes int
	bytes     int64
}

// Enter reports whether there is room for another process with that much memory, and takes it.
func (r *Room) Enter(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.processes >= r.Processes || r.Bytes > 0 && r.bytes+bytes > r.Bytes {
		return false
	}
	r.processes++
	r.bytes += bytes
	return true
}

// Leave gives back what Enter has taken.
func (r *Room) Leave(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.processes--
	r.bytes -= bytes
}

// Memory returns the machine's memory in bytes, or the part of it that this group of processes may use; 0 if the system does not say.
func Memory() int64 {
	var all int64
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		_, rest, _ := bytes.Cut(text, []byte("MemTotal:"))
		line, _, _ := bytes.Cut(rest, []byte(" kB"))
		if n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64); err == nil {
			all = n << 10
		}
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64); err == nil && (all == 0 || n < all) {
			all = n
		}
	}
	return all
}
