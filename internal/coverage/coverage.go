// Package coverage adds up what the processes of test binaries have reached of the code, and writes a profile of it for go tool cover.
package coverage

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"

	"golang.org/x/tools/cover"

	"heddle/internal/whole"
	"heddle/report/reached"
	"heddle/result"
)

// A Binary is what the processes of one test binary have reached. Its methods are safe for concurrent use.
type Binary struct {
	mu    sync.Mutex
	total result.Coverage
}

// Add adds what a process has reached. The functions of one process are those of all.
func (b *Binary) Add(c *result.Coverage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.total.Functions == nil {
		b.total.Functions = c.Functions
	}
	if b.total.Reached == nil {
		b.total.Reached = map[int]uint64{}
	}
	for block, n := range c.Reached {
		b.total.Reached[block] += n
	}
}

// Total is all that was added.
func (b *Binary) Total() *result.Coverage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return &result.Coverage{Functions: b.total.Functions, Reached: maps.Clone(b.total.Reached)}
}

// Known reports whether the functions are known.
func (b *Binary) Known() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.total.Functions != nil
}

// A Profile is the coverage of a run. Its methods are safe for concurrent use.
type Profile struct {
	Mode string // set, count, atomic

	mu       sync.Mutex
	binaries []*Binary
	untested []*cover.Profile
}

// New returns a Binary whose coverage belongs to the profile.
func (p *Profile) New() *Binary {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := new(Binary)
	p.binaries = append(p.binaries, b)
	return b
}

// Untested adds the profiles of packages without tests.
func (p *Profile) Untested(list []*cover.Profile) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.untested = append(p.untested, list...)
}

// Nothing says which share of the statements of a package without tests is covered, as go test does.
func (p *Profile) Nothing(pkg string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	statements := 0
	for _, f := range p.untested {
		if path.Dir(f.FileName) == pkg {
			for _, b := range f.Blocks {
				statements += b.NumStmt
			}
		}
	}
	return reached.Covers(pkg, "", statements, 0).Share()
}

// A place is a block of the source: blocks of two binaries with the same place are the same.
type place struct {
	file string
	result.Block
}

// Write writes the profile to the file name, which go tool cover reads.
func (p *Profile) Write(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	times := map[place]uint64{}
	add := func(file string, block result.Block, n uint64) {
		if at := (place{file, block}); p.Mode == "set" {
			times[at] = max(times[at], min(n, 1))
		} else {
			times[at] += n
		}
	}
	for _, b := range p.binaries {
		total := b.Total()
		each(total, func(f *result.Function, block result.Block, n uint64) { add(f.File, block, n) })
	}
	for _, f := range p.untested {
		for _, b := range f.Blocks {
			add(f.FileName, result.Block{b.StartLine, b.StartCol, b.EndLine, b.EndCol, b.NumStmt}, 0)
		}
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "mode: %s\n", p.Mode)
	for _, at := range slices.SortedFunc(maps.Keys(times), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.file, b.file), slices.Compare(a.Block[:], b.Block[:]))
	}) {
		b := at.Block
		fmt.Fprintf(&text, "%s:%d.%d,%d.%d %d %d\n", at.file, b[0], b[1], b[2], b[3], b.Statements(), times[at])
	}
	return whole.Write(name, text.Bytes())
}

// each calls visit with every block of the functions, and how often it was entered.
func each(c *result.Coverage, visit func(f *result.Function, block result.Block, n uint64)) {
	number := 0
	for i := range c.Functions {
		for _, block := range c.Functions[i].Blocks {
			visit(&c.Functions[i], block, c.Reached[number])
			number++
		}
	}
}
