package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"heddle/result"
	"heddle/toolchain"
)

// A hand is one of the processes that explore a test together.
type hand struct {
	lines    chan []byte // its assignments; nil when the process has ended
	task     []result.Part
	busy     bool
	doubts   result.Doubts
	reserved int       // how many executions it may run
	since    time.Time // when it got its task
	asked    bool      // it was asked to return the rest of its task
	traces   []string  // found in its task; they count when the task is done
	failures []*result.Failure
	found    *result.Failure // whose simplest schedule is being looked for; nil for none
}

// An event is a message of a hand, or the end of its process.
type event struct {
	from    *hand
	message result.Message
	exit    *toolchain.Exit
	err     error
	ended   bool
}

// start starts the process of a hand.
func (c *crew) start(ctx context.Context, h *hand) error {
	config := c.config
	config.Worker, config.Slice, config.Skip, config.Kept, config.Timeout = c.current.Test, 0, nil, nil, c.left.Timeout
	config.Limit = limit(c.deadline)
	w, err := c.launch(ctx, config, func(e event) {
		e.from = h
		c.events <- e
	})
	if err != nil {
		return err
	}
	c.running++
	lines := make(chan []byte, 16)
	*h = hand{lines: lines}
	go func() { // a long line blocks until the worker reads it
		for line := range lines {
			w.Write(line)
		}
		w.Close()
	}()
	return nil
}

// assign gives a hand its next task. If the process has just died, a later event says so.
func (h *hand) assign(a result.Assignment) {
	now := time.Now()
	h.task, h.busy, h.doubts, h.reserved, h.since = a.Parts, true, a.Doubts, a.MaxExecutions, now
	h.traces, h.failures, h.asked = h.traces[:0], nil, false
	h.send(a)
}

// ask asks the hand to return the rest of its task now.
func (h *hand) ask() {
	h.asked = true
	h.send(result.Assignment{})
}

func (h *hand) send(a result.Assignment) {
	data, err := json.Marshal(a)
	if err != nil {
		panic(fmt.Sprintf("heddle: an assignment: %v", err))
	}
	h.lines <- append(data, '\n')
}

// close tells the process that there is nothing more to do.
func (h *hand) close() {
	if h.lines != nil {
		close(h.lines)
		h.lines = nil
	}
}
