package toolchain

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLinked tests that a test binary is linked once, and that one with other code, or with other flags, is another one.
func TestLinked(t *testing.T) {
	root, err := CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(root, 0o777); err != nil {
		t.Fatal(err)
	}
	temp, err := os.MkdirTemp(root, "tmp-") // on the cache's file system, so that binaries are links
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(temp) })
	t.Setenv("TMPDIR", temp)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.25\n")
	write("m_test.go", "package m\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { t.Log(1) }\n")
	link := func(flags ...string) os.FileInfo {
		t.Helper()
		b := builderIn(t, dir, flags...)
		pkgs, err := b.List(t.Context(), []string{"."})
		if err != nil {
			t.Fatal(err)
		}
		bin, err := b.Build(t.Context(), pkgs[0])
		if err != nil {
			t.Fatal(err)
		}
		passes(t, bin)
		info, err := os.Stat(bin.Path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	first := link()
	if !os.SameFile(first, link()) {
		t.Error("the same code was linked again")
	}
	if os.SameFile(first, link("-tags=other")) {
		t.Error("got the binary of other flags")
	}
	if !os.SameFile(first, link()) {
		t.Error("other flags have replaced the binary")
	}
	write("m_test.go", "package m\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { t.Log(2) }\n")
	second := link()
	if os.SameFile(first, second) || !os.SameFile(second, link()) {
		t.Error("got the binary of other code, or one that is linked each time")
	}
}
