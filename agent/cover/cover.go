// Package cover says what code this process has reached, if the program was built with -cover.
//
// The compiler has divided each function of the covered packages into blocks, and counts in a variable of the program how often a block is
// entered. Such a counter is no memory of the test's: the compiler puts no calls of its race detector around it, so it is no access that
// could race, change what a loop has written, or be an operation; and it is in none of the ranges that are restored before an execution or
// belong to a state (see package toolchain). So an exploration is the same with and without counters.
//
// Blocks are numbered in the order in which the binary has them, which is the same in all its processes. The heddle process adds up what
// they have reached.
package cover

import (
	"sync"

	"heddle/result"
)

// A Source reads what the compiler has added to the program. It is the file added to package internal/coverage/cfile.
type Source interface {
	// Begin is called once, before the tests. The source must not write any file from then on.
	Begin()
	// Functions calls visit with all functions of the covered packages, in order: those of package 0 first, each with its number there.
	Functions(visit func(pkg, function int, f result.Function)) error
	// Counters calls visit with the counters of the functions that were called, one for each block. They are valid until visit returns.
	Counters(visit func(pkg, function int, counters []uint32)) error
}

// source is nil in a program that was not built with -cover.
var source Source

// Register makes s the source. It is called by an init function.
func Register(s Source) { source = s }

// Counts are the counters of this process. Their methods are safe for concurrent use.
type Counts struct {
	mu        sync.Mutex
	functions []result.Function
	first     map[[2]int]int      // the number of the first block of a function
	last      map[[2]int][]uint32 // the counters, as they were told last
}

// Begin returns the counts; nil if the program was not built with -cover, or if what the compiler has added cannot be read. All init functions
// have run.
func Begin() *Counts {
	if source == nil {
		return nil
	}
	source.Begin()
	c, blocks := &Counts{first: map[[2]int]int{}, last: map[[2]int][]uint32{}}, 0
	err := source.Functions(func(pkg, function int, f result.Function) {
		c.first[[2]int{pkg, function}] = blocks
		blocks += len(f.Blocks)
		c.functions = append(c.functions, f)
	})
	if err != nil {
		return nil
	}
	return c
}

// Functions returns all functions of the covered packages.
func (c *Counts) Functions() []result.Function { return c.functions }

// Reached returns how often blocks were entered since the last call, by their numbers; nil if none was. A counter that overflows begins at 0
// again.
func (c *Counts) Reached() (times map[int]uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// What cannot be read was not reached: the error is that the compiler's numbers make no sense.
	_ = source.Counters(func(pkg, function int, counters []uint32) {
		at := [2]int{pkg, function}
		first, known := c.first[at]
		if !known {
			return
		}
		last := c.last[at]
		if last == nil {
			last = make([]uint32, len(counters))
			c.last[at] = last
		}
		for i, n := range counters {
			if n == last[i] {
				continue
			}
			if times == nil {
				times = map[int]uint64{}
			}
			times[first+i] = uint64(n - last[i])
			last[i] = n
		}
	})
	return times
}
