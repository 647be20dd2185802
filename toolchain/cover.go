package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/cover"
)

// Cover says which code counts what is reached of it.
type Cover struct {
	Mode     string   // set, count or atomic; empty for none
	Patterns []string // the packages; nil for the one that is tested
}

// flags are the build flags, after plainFlags. In mode atomic, as in count, the counters are plain variables: only one goroutine runs at a
// time, and atomic operations would be operations of the program. Packages are those of c.Patterns.
func (c Cover) flags(packages []string) []string {
	mode := c.Mode
	switch mode {
	case "":
		return nil
	case "atomic":
		mode = "count"
	}
	flags := []string{"-cover=true", "-covermode=" + mode}
	if c.Patterns != nil {
		flags = append(flags, "-coverpkg="+strings.Join(packages, ","))
	}
	return flags
}

// coverPackages finds the packages that b.cover.Patterns name. The standard library cannot be covered: the engine is a part of it. The go
// command adds none of them to a test that does not import it.
func (b *Builder) coverPackages(ctx context.Context) error {
	if b.cover.Patterns == nil || b.covered != nil {
		return nil
	}
	doing := "listing -coverpkg " + strings.Join(b.cover.Patterns, ",")
	args := slices.Concat([]string{"list", "-f", "{{.Standard}} {{.ImportPath}}"}, b.flags, plainFlags, []string{"--"}, b.cover.Patterns)
	stdout, stderr, err := b.run(ctx, doing, args...)
	if err != nil {
		return err
	}
	why := errors.New("no packages")
	for line := range strings.Lines(string(stdout)) {
		standard, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		if standard == "true" {
			why = errors.New("the coverage of the standard library cannot be measured: Heddle's engine is a part of it")
			continue
		}
		b.covered = append(b.covered, path)
	}
	if len(b.covered) == 0 {
		return &GoError{Doing: doing, Output: string(stderr), Err: why}
	}
	return nil
}

// Untested returns the profiles of packages that have no tests: nothing is reached. It runs nothing of theirs.
func (b *Builder) Untested(ctx context.Context, packages []Package) ([]*cover.Profile, error) {
	var paths []string
	for _, p := range packages {
		if !p.HasTests && p.err == nil {
			paths = append(paths, p.args...)
		}
	}
	if b.cover.Mode == "" || len(paths) == 0 {
		return nil, nil
	}
	doing := "measuring the coverage of packages without tests"
	file := filepath.Join(b.temp, "untested")
	args := slices.Concat([]string{"test", "-coverprofile=" + file}, b.flags, plainFlags, testFlags, b.cover.flags(b.covered), paths)
	if _, _, err := b.run(ctx, doing, args...); err != nil {
		return nil, err
	}
	profiles, err := cover.ParseProfiles(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("toolchain: %s: %w", doing, err)
	}
	return profiles, nil
}
