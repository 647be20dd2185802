package main

import (
	"fmt"
	"slices"
	"time"

	"heddle/result"
)

const (
	longSlice  = 2 * time.Second       // how long a worker explores before it returns the rest
	leastSlice = 10 * time.Millisecond // the same, if another worker is idle
)

// distribute assigns the unexplored parts to the idle hands. If there are no parts, it asks the busy hands for some.
func (c *crew) distribute() {
	if c.halt != "" {
		return
	}
	var idle []*hand
	for _, h := range c.hands {
		if !h.busy {
			idle = append(idle, h)
		}
	}
	if len(c.left.Parts) == 0 && len(idle) > 0 {
		for _, h := range c.hands {
			if h.busy && !h.asked && time.Since(h.since) > leastSlice {
				h.ask()
			}
		}
		return
	}
	// Depth first: parts that begin deep in the tree are small.
	slices.SortStableFunc(c.left.Parts, func(p, q result.Part) int { return q.Start - p.Start })
	for i, h := range idle {
		most, ok := c.allowance()
		if !ok {
			return
		}
		a := result.Assignment{Doubts: c.left.Doubts, Slice: int64(longSlice), MaxExecutions: most}
		var others []result.Part
		for k, p := range c.left.Parts {
			if k%(len(idle)-i) == 0 {
				a.Parts = append(a.Parts, p)
			} else {
				others = append(others, p)
			}
		}
		if len(a.Parts) == 0 {
			return
		}
		c.left.Parts = others
		h.assign(a)
	}
}

// allowance returns how many executions the next hand may run, 0 for any number. It returns false if all executions
// that -max-executions allows are assigned.
func (c *crew) allowance() (int, bool) {
	if c.opts.MaxExecutions == 0 {
		return 0, true
	}
	left := c.opts.MaxExecutions - c.left.Total.Executions - c.left.Total.Blocked
	if left <= 0 {
		c.halt = fmt.Sprintf("-max-executions %d is reached", c.opts.MaxExecutions)
	}
	for _, h := range c.hands {
		left -= h.reserved
	}
	return (left + 1) / 2, left > 0
}
