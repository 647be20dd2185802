// Package clientgone hands out jobs over a connection.
//
// The bug: the handler takes it that a job has arrived when it has been written. What is written to a client that has gone is lost
// without an error: only a later write fails.
package clientgone

import (
	"io"
	"net"
	"sync"
)

// Jobs are the jobs that nobody has done.
type Jobs struct {
	mu   sync.Mutex
	list []byte
}

// Add adds a job.
func (j *Jobs) Add(job byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.list = append(j.list, job)
}

// Len returns the number of jobs.
func (j *Jobs) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.list)
}

func (j *Jobs) take() byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	job := j.list[0]
	j.list = j.list[1:]
	return job
}

// Hand gives a job to the client at the other end of c.
func (j *Jobs) Hand(c net.Conn) {
	defer c.Close()
	job := j.take()
	if _, err := c.Write([]byte{job}); err != nil {
		j.Add(job)
	}
}

// HandFixed is Hand without the bug: the client says that it has got the job.
func (j *Jobs) HandFixed(c net.Conn) {
	defer c.Close()
	job := j.take()
	c.Write([]byte{job})
	if _, err := io.ReadFull(c, make([]byte, 1)); err != nil {
		j.Add(job)
	}
}
