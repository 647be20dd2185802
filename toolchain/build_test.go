package toolchain

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/result"
)

// build lists and builds the one package that pattern names in dir, below testdata.
func build(t *testing.T, dir, pattern string, flags ...string) (*Builder, *Binary) {
	t.Helper()
	b := newBuilder(t, dir, flags...)
	pkgs, err := b.List(t.Context(), []string{pattern})
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 1 {
		t.Fatalf("got %d packages, want 1", len(pkgs))
	}
	bin, err := b.Build(t.Context(), pkgs[0])
	if err != nil {
		t.Fatal(err)
	}
	return b, bin
}

func newBuilder(t *testing.T, dir string, flags ...string) *Builder {
	t.Helper()
	return builderIn(t, filepath.Join("testdata", dir), flags...)
}

// passes runs the binary without heddle, so that the engine does nothing, and checks that its tests ran and passed.
func passes(t *testing.T, bin *Binary) {
	t.Helper()
	cmd := exec.Command(bin.Path, "-test.v")
	cmd.Dir = bin.Package.Dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Errorf("got %v, %s, want a pass", err, out)
	}
}

// hasGlobals checks, for each variable in want, whether the binary's ranges cover it.
func hasGlobals(t *testing.T, bin *Binary, want map[string]bool) {
	t.Helper()
	im, err := readImage(bin.Path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range im.symbols {
		if covered, ok := want[s.name]; ok {
			seen[s.name] = true
			if got := slices.ContainsFunc(bin.Globals, func(r result.Range) bool { return r.Start <= s.start && s.end <= r.End }); got != covered {
				t.Errorf("%s in the ranges: got %v, want %v", s.name, got, covered)
			}
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("the binary has no symbol %s", name)
		}
	}
}

func TestBuildModule(t *testing.T) {
	eachRelease(t, func(t *testing.T, g *Go) {
		b, bin := build(t, "module", "./plain")
		if b.Shadow.Go.Version != g.Version {
			t.Errorf("got %s, want %s", b.Shadow.Go.Version, g.Version)
		}
		want := []string{"example.com/module/plain", "example.com/module/plain_test", "example.com/module/store"}
		if !slices.Equal(bin.Package.Checked, want) {
			t.Errorf("got checked packages %v, want %v", bin.Package.Checked, want)
		}
		passes(t, bin)
		hasGlobals(t, bin, map[string]bool{
			"example.com/module/plain.calls":         true,
			"example.com/module/plain.ready":         true,
			"example.com/module/plain_test.external": true,
			"example.com/module/store.Count":         true,
			"example.com/module/store.Table":         true,
			"os.Args":                                false,
			"main..inittask":                         false,
		})
		hasStatic(t, bin, "example.com/module/store.Table")
	})
}

// hasStatic checks that the ranges cover the array of the slice called name.
func hasStatic(t *testing.T, bin *Binary, name string) {
	t.Helper()
	im, err := readImage(bin.Path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range im.symbols {
		if s.name == name {
			words := im.words(result.Range{Start: s.start, End: s.end})
			start, end := words[0], words[0]+wordSize*words[1]
			if !slices.ContainsFunc(bin.Globals, func(r result.Range) bool { return r.Start <= start && end <= r.End }) {
				t.Errorf("the array of %s, %x to %x, is not in the ranges", name, start, end)
			}
		}
	}
}

func TestBuildDotted(t *testing.T) {
	_, bin := build(t, "module", "example.com/module/dotted.v2")
	passes(t, bin)
	hasGlobals(t, bin, map[string]bool{"example.com/module/dotted%2ev2.State": true})
}

func TestBuildCommand(t *testing.T) {
	_, bin := build(t, "module", "./command")
	passes(t, bin)
	hasGlobals(t, bin, map[string]bool{"example.com/module/command.runs": true})
}

func TestBuildEmbed(t *testing.T) {
	_, bin := build(t, "module", "./embed")
	passes(t, bin)
}

func TestBuildCgo(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1")
	eachRelease(t, func(t *testing.T, _ *Go) {
		_, bin := build(t, "module", "./cgo")
		passes(t, bin)
		hasGlobals(t, bin, map[string]bool{"example.com/module/cgo.last": true})
	})
}

func TestBuildWithoutCgo(t *testing.T) {
	t.Setenv("CGO_ENABLED", "0")
	_, bin := build(t, "module", "./plain")
	passes(t, bin)
}

func TestBuildTags(t *testing.T) {
	_, bin := build(t, "module", "./tags", "-tags=special")
	passes(t, bin)
}

func TestBuildVendored(t *testing.T) {
	_, bin := build(t, "vendored", ".")
	passes(t, bin)
	hasGlobals(t, bin, map[string]bool{"example.org/dep.State": true})
}

func TestBuildWorkspace(t *testing.T) {
	eachRelease(t, func(t *testing.T, _ *Go) {
		_, bin := build(t, "workspace", "./app")
		passes(t, bin)
		hasGlobals(t, bin, map[string]bool{"example.com/lib.State": true, "example.org/upstream.State": true})
	})
}

// GOFLAGS is the user's. It must not break the hooks or the symbols.
func TestBuildGoflags(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1")
	t.Setenv("GOFLAGS", `-race -cover -json -trimpath -buildmode=pie '-gcflags=all=-N -l' '-ldflags=-s -w -X "example.com/module/plain.unused=a b"'`)
	_, bin := build(t, "module", "./plain")
	passes(t, bin)
	hasGlobals(t, bin, map[string]bool{"example.com/module/plain.calls": true})
}

// Files on the command line form one package.
func TestBuildFiles(t *testing.T) {
	b := newBuilder(t, "module")
	pkgs, err := b.List(t.Context(), []string{"embed/embed.go", "embed/embed_test.go"})
	if err != nil || len(pkgs) != 1 {
		t.Fatalf("got %v, %v, want one package", pkgs, err)
	}
	bin, err := b.Build(t.Context(), pkgs[0])
	if err != nil {
		t.Fatal(err)
	}
	passes(t, bin)
}

// Without modules, a directory may have no import path.
func TestBuildWithoutModules(t *testing.T) {
	t.Setenv("GO111MODULE", "off")
	b := builderIn(t, writeModule(t, map[string]string{
		"p.go":      "package p\n\nvar State int\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestState(t *testing.T) { State++ }\n",
	}))
	pkgs, err := b.List(t.Context(), []string{"."})
	if err != nil || len(pkgs) != 1 {
		t.Fatalf("got %v, %v, want one package", pkgs, err)
	}
	bin, err := b.Build(t.Context(), pkgs[0])
	if err != nil {
		t.Fatal(err)
	}
	passes(t, bin)
	if len(bin.Globals) == 0 {
		t.Error("no variables were found")
	}
}

func TestBuildNothing(t *testing.T) {
	b := newBuilder(t, "module")
	pkgs, err := b.List(t.Context(), []string{"./none", "./tags"})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		if _, err := b.Build(t.Context(), p); p.HasTests || !errors.Is(err, ErrNoTests) {
			t.Errorf("%s: got %v, want no tests", p.ImportPath, err)
		}
	}
}

func TestBuildBroken(t *testing.T) {
	b := newBuilder(t, "module")
	pkgs, err := b.List(t.Context(), []string{"./broken"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.Build(t.Context(), pkgs[0])
	if goErr := new(GoError); !errors.As(err, &goErr) || !strings.Contains(err.Error(), "broken/broken_test.go:6:2: undefined: undefinedName") {
		t.Errorf("got %v, want Go's error with its position", err)
	}
}

func TestListErrors(t *testing.T) {
	for pattern, want := range map[string]string{
		"./missing":        "testdata/module/missing: directory not found",
		"example.com/none": "example.com/none",
		"./none/...xyz":    "matched no packages",
		"-tags":            "malformed import path \"-tags\"",
		"../vendored":      "directory ../vendored outside main module",
		".":                "no Go files in",
	} {
		b := newBuilder(t, "module")
		_, err := b.List(t.Context(), []string{pattern})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", pattern, err, want)
		}
	}
}
