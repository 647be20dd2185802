package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"heddle/result"
	"heddle/toolchain"
)

// A hand is one of the processes that explore a test together.
type hand struct {
	to       *os.File // the pipe for assignments; nil when the process has ended
	task     []result.Part
	busy     bool
	visible  bool
	reserved int       // executions that it may count
	heard    time.Time // when it spoke last
	traces   []string  // what it has found since it got its task: this counts when the task is done
	failures []*result.Failure
}

// An event is what a hand has to say, or how its process ended.
type event struct {
	from    *hand
	message result.Message
	exit    *toolchain.Exit
	err     error
	ended   bool
}

// start starts the process of a hand.
func (c *crew) start(ctx context.Context, h *hand) error {
	r, w, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	*h = hand{to: w, heard: time.Now()}
	config := c.config
	config.Worker, config.Slice, config.Skip, config.Timeout = c.current.Test, 0, nil, c.left.Timeout
	c.running++
	go func() {
		exit, err := c.bin.work(ctx, config, r, func(m result.Message) { c.events <- event{from: h, message: m} })
		r.Close()
		c.events <- event{from: h, exit: exit, err: err, ended: true}
	}()
	return nil
}

// assign gives a hand its next task. That the process has just died shows when its end is reported.
func (h *hand) assign(a result.Assignment) {
	h.task, h.busy, h.visible, h.reserved, h.heard = a.Parts, true, a.Visible, a.MaxExecutions, time.Now()
	h.traces, h.failures = h.traces[:0], nil
	data, err := json.Marshal(a)
	if err != nil {
		panic(fmt.Sprintf("heddle: an assignment: %v", err))
	}
	go func(to *os.File) { to.Write(append(data, '\n')) }(h.to) // a long one has to wait for its reader
}

// close tells the process that there is no more to do.
func (h *hand) close() {
	if h.to != nil {
		h.to.Close()
		h.to = nil
	}
}
