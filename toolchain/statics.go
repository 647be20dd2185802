package toolchain

import (
	"encoding/binary"
	"slices"

	"heddle/result"
)

// wordSize is the size of a pointer on the systems that Locate accepts.
const wordSize = 8

// statics returns the ranges of those variables without a name that the variables in ranges reach.
//
// The compiler makes unnamed variables for what a package-level variable points to from the start: the array of `var s
// = []int{1, 2}`, the struct of `var p = &T{}`. The linker leaves them out of the symbol table, so they lie in gaps
// between symbols. A static begins at an address in a gap that a word of the initial data points to. It ends where the
// next one begins, or where the gap ends. It belongs to the packages in question if one of their variables, or of their
// statics, holds the pointer.
func statics(im *image, ranges []result.Range) []result.Range {
	starts := im.targets()
	var found []result.Range
	seen := map[uint64]bool{}
	for todo := slices.Clone(ranges); len(todo) > 0; {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range im.words(r) {
			gap, ok := im.gap(p)
			if !ok || seen[p] {
				continue
			}
			seen[p] = true
			if i, _ := slices.BinarySearch(starts, p+1); i < len(starts) {
				gap.End = min(gap.End, starts[i])
			}
			gap.Start = p
			found = append(found, gap)
			todo = append(todo, gap)
		}
	}
	return found
}

// targets returns all addresses in gaps that words of the initial data point to, sorted.
func (im *image) targets() []uint64 {
	var starts []uint64
	for _, s := range im.sections {
		for _, p := range im.words(result.Range{Start: s.start, End: s.end}) {
			if _, ok := im.gap(p); ok {
				starts = append(starts, p)
			}
		}
	}
	slices.Sort(starts)
	return slices.Compact(starts)
}

// words returns the words in r of the initial data that are not zero.
func (im *image) words(r result.Range) []uint64 {
	var words []uint64
	for _, s := range im.sections {
		if s.data == nil || r.Start < s.start || r.End > s.end {
			continue
		}
		for at := (r.Start + wordSize - 1) / wordSize * wordSize; at+wordSize <= r.End; at += wordSize {
			if w := binary.LittleEndian.Uint64(s.data[at-s.start:]); w != 0 {
				words = append(words, w)
			}
		}
	}
	return words
}

// gap returns the gap between symbols that p points into.
func (im *image) gap(p uint64) (result.Range, bool) {
	i := slices.IndexFunc(im.sections, func(s section) bool { return s.start <= p && p < s.end })
	if i < 0 {
		return result.Range{}, false
	}
	gap := result.Range{Start: im.sections[i].start, End: im.sections[i].end}
	next, _ := slices.BinarySearchFunc(im.symbols, p+1, func(s symbol, p uint64) int {
		if s.start < p {
			return -1
		}
		return 1
	})
	if next < len(im.symbols) {
		gap.End = min(gap.End, im.symbols[next].start)
	}
	if next > 0 {
		before := im.symbols[next-1]
		gap.Start = max(gap.Start, before.end)
	}
	return gap, gap.Start <= p && p < gap.End
}
