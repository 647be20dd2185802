package main

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// TestDeciding compares what decides whether well-known bugs show, and what a fix must do, with testdata/deciding.txt.
func TestDeciding(t *testing.T) {
	stdout, _ := heddleIn(t, "testdata/deciding", "test", "-json", "-o", filepath.Join(t.TempDir(), "schedules"), ".")
	got := exploredTests(t, stdout)
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(got)) {
		for _, f := range got[name].Failures {
			fmt.Fprintf(&b, "%s %s\n", name, f.Kind)
			for _, d := range f.Deciding {
				fmt.Fprintf(&b, "\t%d, %s by %s at %s, before\n\t%d, %s by %s at %s\n", d.First, d.Ops[0], d.Goroutines[0], d.Where[0],
					d.Second, d.Ops[1], d.Goroutines[1], d.Where[1])
			}
			fmt.Fprintf(&b, "\t%s\n", f.Fix)
		}
	}
	compareFile(t, "testdata/deciding.txt", b.Bytes())
}
