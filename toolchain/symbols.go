package toolchain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"heddle/result"
)

// Variables are ranges of variables in a binary: link-time addresses, sorted, neighbours merged.
type Variables struct {
	Globals []result.Range // the checked packages'
	Library []result.Range // settings of the standard library (library.go)
	Counts  []result.Range // what the compiler has added for -cover, and the program reads
}

// ReadVariables returns those of the binary at path, with these checked packages. This includes unnamed variables that are only reached
// through others (see statics).
func ReadVariables(path string, packages []string) (*Variables, error) {
	im, err := readImage(path)
	if err != nil {
		return nil, fmt.Errorf("reading the symbols of %s: %w", path, err)
	}
	var globals, library, counts []result.Range
	counters := im.counters()
	wanted := map[string]bool{}
	for _, p := range packages {
		wanted[escapePath(p)] = true
	}
	for _, s := range im.symbols {
		switch {
		case s.end <= s.start || counters.Start <= s.start && s.end <= counters.End:
		case strings.Contains(s.name, ".goCover_") && strings.HasSuffix(s.name, "_P"):
			counts = append(counts, result.Range{Start: s.start, End: s.end})
		case isVariable(s.name, wanted):
			globals = append(globals, result.Range{Start: s.start, End: s.end})
		case isSetting(s.name, wanted):
			library = append(library, result.Range{Start: s.start, End: s.end})
		}
	}
	return &Variables{merge(append(globals, statics(im, globals)...)), merge(append(library, statics(im, library)...)), counts}, nil
}

// counters returns the range of the counters of -cover, which belong to no execution.
func (im *image) counters() (r result.Range) {
	for _, s := range im.symbols {
		switch s.name {
		case "runtime.covctrs":
			r.Start = s.start
		case "runtime.ecovctrs":
			r.End = s.start
		}
	}
	return r
}

// merge sorts ranges and joins those with at most the alignment of a variable between them.
func merge(ranges []result.Range) []result.Range {
	slices.SortFunc(ranges, func(a, b result.Range) int { return cmp.Compare(a.Start, b.Start) })
	var merged []result.Range
	for _, r := range ranges {
		if n := len(merged); n > 0 && r.Start < merged[n-1].End+wordSize {
			merged[n-1].End = max(merged[n-1].End, r.End)
		} else {
			merged = append(merged, r)
		}
	}
	return merged
}

// isVariable reports whether a symbol is state of one of the packages. The initialization task of a package, which the
// linker names p..inittask, belongs to the runtime.
func isVariable(name string, packages map[string]bool) bool {
	pkg, rest := splitSymbol(name)
	return packages[pkg] && rest != ".inittask"
}

// splitSymbol splits the name of a symbol after its package path, which ends at the first dot after the last slash.
func splitSymbol(name string) (pkg, rest string) {
	plain, _, _ := strings.Cut(name, "[") // type arguments have paths of their own
	slash := strings.LastIndex(plain, "/") + 1
	dot := strings.Index(plain[slash:], ".")
	if dot < 0 {
		return "", name
	}
	return name[:slash+dot], name[slash+dot+1:]
}

// escapePath returns an import path as it appears in symbols: dots of the last element and unusual bytes become %xx.
func escapePath(path string) string {
	var b strings.Builder
	slash := strings.LastIndex(path, "/")
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
