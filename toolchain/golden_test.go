package toolchain

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// pinned are the versions that tests download for releases that are not installed.
var pinned = map[string]string{"go1.25": "go1.25.4", "go1.26": "go1.26.8"}

// eachRelease runs f once for each supported release, with an environment in which the go command is of that release.
func eachRelease(t *testing.T, f func(t *testing.T, g *Go)) {
	t.Helper()
	for _, release := range Releases {
		t.Run(release, func(t *testing.T) {
			g, err := Locate(t.Context(), ".")
			if err == nil && g.Release == release {
				f(t, g)
				return
			}
			t.Setenv("GOTOOLCHAIN", pinned[release])
			if g, err = Locate(t.Context(), "."); err != nil {
				t.Skipf("cannot get %s: %v", pinned[release], err)
			}
			f(t, g)
		})
	}
}

// testdata/patches holds what the patches insert, for each release, and nothing of Go's own source.
func TestPatchesGolden(t *testing.T) {
	eachRelease(t, func(t *testing.T, g *Go) {
		src := filepath.Join(g.Root, "src")
		files, changes, err := applyPatches(g, os.DirFS(src), Patches)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		for _, c := range changes {
			fmt.Fprintf(&got, "%s: %s\n", where(c.patch), c.text)
		}
		compareGolden(t, filepath.Join("testdata", "patches", g.Release+".golden"), got.Bytes())
		for name, data := range files {
			before, err := os.ReadFile(filepath.Join(src, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".go") && bytes.Count(before, []byte("\n")) != bytes.Count(data, []byte("\n")) {
				t.Errorf("%s: the number of lines changed", name)
			}
		}
	})
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: go test ./toolchain -run Golden -update writes it", err)
	}
	if bytes.Equal(got, want) {
		return
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for _, line := range gotLines {
		if !slices.Contains(wantLines, line) {
			t.Errorf("got  %s", line)
		}
	}
	for _, line := range wantLines {
		if !slices.Contains(gotLines, line) {
			t.Errorf("want %s", line)
		}
	}
	t.Errorf("%s differs: see what -update makes of it", path)
}

// Patches that insert code state the signature for which the code was written.
func TestPatchesHaveSignatures(t *testing.T) {
	for _, p := range Patches {
		switch p.Do.(type) {
		case Head, Body:
			if p.Sig == "" {
				t.Errorf("%s: the patch has no Sig", where(p))
			}
		}
	}
}

// The releases that patches name are supported.
func TestPatchesReleases(t *testing.T) {
	for _, p := range Patches {
		for _, release := range []string{p.Since, p.Until} {
			if release != "" && !slices.Contains(Releases, release) {
				t.Errorf("%s: %s is no supported release", where(p), release)
			}
		}
	}
}

// All directories of the engine are embedded, without their tests and test data.
func TestAddedFiles(t *testing.T) {
	files, err := addedFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"agent", "datarace", "explore", "model", "result", "reversal", "sched", "trace"} {
		err := filepath.WalkDir(filepath.Join("..", name), func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			_, ok := files[EnginePath+strings.TrimPrefix(filepath.ToSlash(path), "..")]
			if want := !strings.HasSuffix(path, "_test.go"); ok != want {
				t.Errorf("%s is added: got %v, want %v; heddle.go names the directories", path, ok, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := files["runtime/heddle.go"]; !ok {
		t.Error("runtime/heddle.go is not added")
	}
}
