package toolchain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// brokenModule is a module in which only the tests of package good can be built.
var brokenModule = map[string]string{
	"go.mod":               "module example.com/broken\n\ngo 1.25\n",
	"good/good_test.go":    "package good\n\nimport \"testing\"\n\nfunc TestGood(t *testing.T) {}\n",
	"syntax/a_test.go":     "package syntax\n\nfunc TestX(\n",
	"types/a_test.go":      "package types\n\nvar x int = \"\"\n",
	"outside/a_test.go":    "package types_test\n\nvar x int = undefined\n",
	"imports/a_test.go":    "package imports\n\nimport _ \"example.com/broken/none\"\n",
	"cycle/a.go":           "package cycle\n\nimport _ \"example.com/broken/cycle/b\"\n",
	"cycle/b/b.go":         "package b\n\nimport _ \"example.com/broken/cycle\"\n",
	"cycle/b/b_test.go":    "package b\n",
	"names/a.go":           "package names\n",
	"names/a_test.go":      "package other\n",
	"dependency/a_test.go": "package dependency\n\nimport _ \"example.com/broken/types2\"\n",
	"types2/a.go":          "package types2\n\nfunc f() { return 1 }\n",
	"excluded/a.go":        "//go:build never\n\npackage excluded\n",
}

func writeModule(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// builderIn returns a builder for dir.
func builderIn(t *testing.T, dir string, flags ...string) *Builder {
	t.Helper()
	b, err := NewBuilder(context.Background(), Options{Dir: dir, Flags: flags})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(b.temp); err == nil {
			t.Errorf("%s is still there", b.temp)
		}
	})
	return b
}

// listAndBuild returns the first error of listing and building what pattern names.
func listAndBuild(t *testing.T, b *Builder, pattern string) error {
	t.Helper()
	pkgs, err := b.List(t.Context(), []string{pattern})
	if err != nil {
		return err
	}
	for _, p := range pkgs {
		if _, err := b.Build(t.Context(), p); err != nil {
			return err
		}
	}
	return nil
}

// Go's own messages come through, with the positions in the user's files.
func TestBrokenPackages(t *testing.T) {
	dir := writeModule(t, brokenModule)
	b := builderIn(t, dir)
	for pattern, want := range map[string]string{
		"./good":       "",
		"./syntax":     "syntax/a_test.go:",
		"./types":      "types/a_test.go:3:13: cannot use \"\"",
		"./outside":    "outside/a_test.go:3:13: undefined: undefined",
		"./imports":    "imports/a_test.go:3:8: ",
		"./cycle/b":    "\timports example.com/broken/cycle\n\timports example.com/broken/cycle/b: import cycle not allowed",
		"./names":      "found packages names (a.go) and other (a_test.go) in ",
		"./dependency": "types2/a.go:3:19: too many return values",
		"./excluded":   "build constraints exclude all Go files in ",
		"./missing":    "directory not found",
	} {
		err := listAndBuild(t, b, pattern)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", pattern, err, want)
		}
	}
}

// If some packages cannot be loaded, the others are still built.
func TestBrokenBesideGood(t *testing.T) {
	b := builderIn(t, writeModule(t, brokenModule))
	pkgs, err := b.List(t.Context(), []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	built := 0
	for _, p := range pkgs {
		_, err := b.Build(t.Context(), p)
		if goErr := new(GoError); err != nil && !errors.As(err, &goErr) && !errors.Is(err, ErrNoTests) {
			t.Errorf("%s: got %v, want an error of the go command", p.ImportPath, err)
		}
		if err == nil {
			built++
		}
	}
	if built != 1 {
		t.Errorf("got %d packages built of %d, want 1", built, len(pkgs))
	}
}

// Nothing is written in the user's tree.
func TestBuildWritesNothing(t *testing.T) {
	dir := writeModule(t, brokenModule)
	b := builderIn(t, dir)
	if err := listAndBuild(t, b, "./good"); err != nil {
		t.Fatal(err)
	}
	count := 0
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if !d.IsDir() {
			count++
		}
		return err
	})
	if err != nil || count != len(brokenModule) {
		t.Errorf("got %d files, %v, want %d", count, err, len(brokenModule))
	}
}

func TestBuildInterrupted(t *testing.T) {
	b := builderIn(t, writeModule(t, brokenModule))
	pkgs, err := b.List(t.Context(), []string{"./good"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Build(ctx, pkgs[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := b.List(ctx, []string{"."}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
