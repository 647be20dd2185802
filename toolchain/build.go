package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrNoTests says that a package has no test files.
var ErrNoTests = errors.New("no test files")

// A Binary is a built test binary.
type Binary struct {
	Package Package
	Path    string // below the builder's temporary directory
	*Variables
	temp string
}

// unwatched are the packages that are compiled without the compiler's -race calls, and why. All others are compiled with them, the
// standard library included: what it does to memory counts for the race detector, and its atomic operations are calls of sync/atomic
// rather than instructions. The compiler itself leaves out package runtime and all that it imports, and in sync/atomic and
// internal/sync the accesses of memory.
var unwatched = []struct{ pattern, reason string }{
	{EnginePath + "/...", "the hooks call the engine, and it runs where no goroutine is managed"},
	{"sync", "its primitives are gates, which say what they order: the atomic operations inside would order more"},
	{"internal/race", "it calls the hooks"},
	{"crypto/internal/fips140/edwards25519/field", arithmetic},
	{"crypto/internal/fips140/bigmod", arithmetic},
	{"crypto/internal/fips140/mlkem", arithmetic},
}

// arithmetic is why some packages need not be watched. What their objects hold is written before the function that makes them returns, and
// never again, and so is what they return. So who races on it races on the variable by which it was passed on as well, and that
// is in a package that is watched. What they read of their callers' memory they report (heddleReads); they write nothing there.
const arithmetic = "it computes with numbers that nobody changes later, in memory of its own, and says what it reads of its callers' memory"

// hookFlags are the flags for that. If several flags match a package, the go command takes the last one. Flags in GOFLAGS come before
// ours.
func hookFlags() []string {
	flags := []string{"-gcflags=all=-race"}
	for _, p := range unwatched {
		flags = append(flags, "-gcflags="+p.pattern+"=")
	}
	return flags
}

// plainFlags turn off what GOFLAGS may turn on and what does not work with the hooks. testFlags do the same for flags
// that only go test has.
var (
	plainFlags = []string{"-race=false", "-msan=false", "-asan=false", "-cover=false", "-trimpath=false", "-buildmode=default"}
	testFlags  = []string{"-json=false", "-vet=off"}
)

// Build links the test binary of one package that List returned. The error of a package that does not compile is a *GoError;
// that of a package without tests wraps ErrNoTests.
func (b *Builder) Build(ctx context.Context, pkg Package) (*Binary, error) {
	doing := "building the tests of " + pkg.ImportPath
	if pkg.err != nil {
		return nil, pkg.err
	}
	if !pkg.HasTests {
		return nil, fmt.Errorf("toolchain: %s: %w", doing, ErrNoTests)
	}
	number := strconv.Itoa(int(b.binaries.Add(1)))
	dir := filepath.Join(b.temp, number)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, fmt.Errorf("toolchain: %s: %w", doing, err)
	}
	bin := &Binary{Package: pkg, Path: filepath.Join(dir, path.Base(pkg.ImportPath)+".test"), temp: dir}
	args := slices.Concat(b.flags, plainFlags, testFlags, b.cover.flags(b.covered), hookFlags(), b.debug.compilerFlags(pkg),
		b.debug.linkerFlags(keepSymbols(b.Shadow.Go.Flags)), pkg.args)
	linked := b.linked(pkg, number, args)
	linked.reuse(bin.Path)
	_, _, err := b.run(ctx, doing, slices.Concat([]string{"test", "-c", "-o", bin.Path}, args)...)
	if err != nil {
		return nil, err
	}
	linked.keep(bin.Path)
	if bin.Variables, err = ReadVariables(bin.Path, pkg.Checked); err != nil {
		return nil, fmt.Errorf("toolchain: %s: %w", doing, err)
	}
	return bin, nil
}

// keepSymbols returns -ldflags that override those in goflags, the value of GOFLAGS, but keep the symbol table, which is
// read here. DWARF is not, and takes a third of the linker's time.
func keepSymbols(goflags string) []string {
	flags := []string{"-ldflags=-w"}
	for _, flag := range splitQuoted(goflags) {
		value, ok := strings.CutPrefix("-"+strings.TrimLeft(flag, "-"), "-ldflags=")
		if !ok {
			continue
		}
		pattern := ""
		if i := strings.Index(value, "="); i > 0 && !strings.HasPrefix(value, "-") {
			pattern, value = value[:i+1], value[i+1:]
		}
		kept := []string{"-w"}
		for _, f := range splitQuoted(value) {
			if name := strings.TrimLeft(f, "-"); name != "s" && name != "w" {
				kept = append(kept, quoted(f))
			}
		}
		flags = append(flags, "-ldflags="+pattern+strings.Join(kept, " "))
	}
	return flags
}

// quoted quotes one field so that splitQuoted returns it unchanged.
func quoted(field string) string {
	switch {
	case !strings.ContainsAny(field, " \t\r\n"):
		return field
	case strings.Contains(field, `"`):
		return "'" + field + "'"
	}
	return `"` + field + `"`
}

// splitQuoted splits s at white space, as the go command splits GOFLAGS and -ldflags: a whole field may be quoted.
func splitQuoted(s string) []string {
	var fields []string
	for {
		s = strings.TrimSpace(s)
		if s == "" {
			return fields
		}
		if q := s[0]; q == '"' || q == '\'' {
			if i := strings.IndexByte(s[1:], q); i >= 0 {
				fields, s = append(fields, s[1:1+i]), s[2+i:]
				continue
			}
		}
		i := strings.IndexAny(s, " \t\r\n")
		if i < 0 {
			return append(fields, s)
		}
		fields, s = append(fields, s[:i]), s[i:]
	}
}
