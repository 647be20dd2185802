package toolchain

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// fakeGo returns a small GOROOT and the files in which its shadow must differ.
func fakeGo(t *testing.T) (*Go, map[string][]byte) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"VERSION":                "go1.26.0",
		"bin/go":                 "the command",
		"pkg/tool/x/compile":     "the compiler",
		"test/big.go":            "not needed",
		"src/runtime/proc.go":    "original",
		"src/runtime/other.go":   "other",
		"src/sync/atomic/doc.go": "original",
		"src/sync/mutex.go":      "mutex",
		"src/net/http/http.go":   "http",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o444)); err != nil {
			t.Fatal(err)
		}
	}
	return &Go{Root: root, Version: "go1.26.0", Release: "go1.26", OS: "linux", Arch: "amd64"}, map[string][]byte{
		"runtime/proc.go":    []byte("patched"),
		"runtime/heddle.go":  []byte("added"),
		"sync/atomic/doc.go": []byte("patched too"),
		"heddle/rt/rt.go":    []byte("engine"),
	}
}

// checkShadow checks that the shadow at root is that of fakeGo.
func checkShadow(t *testing.T, root string) {
	t.Helper()
	for name, want := range map[string]struct {
		text string
		link bool
	}{
		"VERSION":                {"go1.26.0", true},
		"bin/go":                 {"the command", false}, // in a directory that is a link
		"pkg/tool/x/compile":     {"the compiler", false},
		"src/runtime/proc.go":    {"patched", false},
		"src/runtime/heddle.go":  {"added", false},
		"src/runtime/other.go":   {"other", true},
		"src/sync/atomic/doc.go": {"patched too", false},
		"src/sync/mutex.go":      {"mutex", true},
		"src/net/http/http.go":   {"http", false},
		"src/heddle/rt/rt.go":    {"engine", false},
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		data, err := os.ReadFile(path)
		if err != nil || string(data) != want.text {
			t.Errorf("%s: got %q, %v, want %q", name, data, err, want.text)
		}
		if info, err := os.Lstat(path); err == nil && want.link != (info.Mode()&fs.ModeSymlink != 0) {
			t.Errorf("%s: got mode %v, want a link: %v", name, info.Mode(), want.link)
		}
	}
	if _, err := os.Lstat(filepath.Join(root, "test")); err == nil {
		t.Error("the shadow has a directory that nobody needs")
	}
}

func TestShadow(t *testing.T) {
	g, files := fakeGo(t)
	dir := filepath.Join(t.TempDir(), "cache", "goroot")
	first, err := makeShadow(t.Context(), g, files, dir)
	if err != nil {
		t.Fatal(err)
	}
	checkShadow(t, first.Root)
	// The toolchain itself is untouched.
	if data, err := os.ReadFile(filepath.Join(g.Root, "src/runtime/proc.go")); err != nil || string(data) != "original" {
		t.Errorf("the toolchain's file is %q, %v", data, err)
	}
	again, err := makeShadow(t.Context(), g, files, dir)
	if err != nil || again.Root != first.Root {
		t.Errorf("got %v, %v, want the same shadow", again, err)
	}
	files["runtime/heddle.go"] = []byte("changed")
	other, err := makeShadow(t.Context(), g, files, dir)
	if err != nil || other.Root == first.Root {
		t.Errorf("got %v, %v, want another shadow for other files", other, err)
	}
	onlyIn(t, dir, first.Root, other.Root)
}

// Distributions install the sources elsewhere and link to them.
func TestShadowOfLinks(t *testing.T) {
	g, files := fakeGo(t)
	elsewhere := filepath.Join(t.TempDir(), "share")
	src := filepath.Join(g.Root, "src")
	if err := errors.Join(os.Rename(src, elsewhere), os.Symlink(elsewhere, src)); err != nil {
		t.Fatal(err)
	}
	s, err := makeShadow(t.Context(), g, files, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	checkShadow(t, s.Root)
	if data, err := os.ReadFile(filepath.Join(elsewhere, "runtime/proc.go")); err != nil || string(data) != "original" {
		t.Errorf("the toolchain's file is %q, %v", data, err)
	}
}

// onlyIn checks that dir holds as many entries as want: nothing temporary is left behind.
func onlyIn(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(want) {
		t.Errorf("got %v in %s, want %v", entries, dir, want)
	}
}

// A shadow that has lost a file is made again.
func TestShadowRepair(t *testing.T) {
	g, files := fakeGo(t)
	dir := t.TempDir()
	s, err := makeShadow(t.Context(), g, files, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(s.Root, "src/runtime/heddle.go")); err != nil {
		t.Fatal(err)
	}
	if s, err = makeShadow(t.Context(), g, files, dir); err != nil {
		t.Fatal(err)
	}
	checkShadow(t, s.Root)
	onlyIn(t, dir, s.Root)
}

func TestShadowAtOnce(t *testing.T) {
	g, files := fakeGo(t)
	dir := t.TempDir()
	roots := make([]string, 8)
	var wg sync.WaitGroup
	for i := range roots {
		wg.Go(func() {
			s, err := makeShadow(context.Background(), g, files, dir)
			if err != nil {
				t.Error(err)
				return
			}
			roots[i] = s.Root
			checkShadow(t, s.Root)
		})
	}
	wg.Wait()
	for _, root := range roots {
		if root != roots[0] {
			t.Errorf("got %s and %s, want one shadow", root, roots[0])
		}
	}
	onlyIn(t, dir, roots[0])
}

// Old leftovers of processes that died, and old shadows, are removed; the rest stays.
func TestShadowClean(t *testing.T) {
	g, files := fakeGo(t)
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"tmp-old": 2 * time.Hour, "tmp-new": time.Minute, "go1.25.1-old": 40 * 24 * time.Hour, "go1.25.1-new": 2 * time.Hour} {
		path := filepath.Join(dir, name)
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(g.Root, filepath.Join(path, "link")); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	s, err := makeShadow(t.Context(), g, files, dir)
	if err != nil {
		t.Fatal(err)
	}
	onlyIn(t, dir, "tmp-new", "go1.25.1-new", s.Root)
	if _, err := os.Stat(filepath.Join(g.Root, "bin/go")); err != nil {
		t.Errorf("cleaning followed a link: %v", err)
	}
}

func TestShadowCopies(t *testing.T) {
	g, files := fakeGo(t)
	tr := newTree(g.Root, files)
	tr.link = func(string, string) error { return syscall.EPERM }
	to := t.TempDir()
	if err := tr.build(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"VERSION": "go1.26.0", "pkg/tool/x/compile": "the compiler", "src/sync/mutex.go": "mutex", "src/runtime/proc.go": "patched"} {
		path := filepath.Join(to, filepath.FromSlash(name))
		data, err := os.ReadFile(path)
		info, statErr := os.Lstat(path)
		if err != nil || statErr != nil || string(data) != want || !info.Mode().IsRegular() {
			t.Errorf("%s: got %q, %v, want the regular file %q", name, data, err, want)
		}
	}
}

func TestShadowInterrupted(t *testing.T) {
	g, files := fakeGo(t)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := makeShadow(ctx, g, files, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	onlyIn(t, dir)
}

// The error names the directory and the environment variable to set.
func cacheError(t *testing.T, err error, dir string, want error) {
	t.Helper()
	if !errors.Is(err, want) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), CacheEnv) {
		t.Errorf("got %v, want %v, with %s and %s", err, want, dir, CacheEnv)
	}
}

func TestShadowNoDirectory(t *testing.T) {
	g, files := fakeGo(t)
	dir := filepath.Join(g.Root, "VERSION", "goroot")
	_, err := makeShadow(t.Context(), g, files, dir)
	cacheError(t, err, dir, syscall.ENOTDIR)
}

func TestShadowReadOnly(t *testing.T) {
	g, files := fakeGo(t)
	dir := mount(t, "ro")
	_, err := makeShadow(t.Context(), g, files, dir)
	cacheError(t, err, dir, syscall.EROFS)
}

func TestShadowFull(t *testing.T) {
	g, files := fakeGo(t)
	for _, limit := range []string{"size=8k", "nr_inodes=12"} {
		dir := mount(t, limit)
		_, err := makeShadow(t.Context(), g, files, dir)
		cacheError(t, err, dir, syscall.ENOSPC)
		onlyIn(t, dir)
	}
}

func TestCacheDir(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(CacheEnv, dir)
	if got, err := cacheDir(); err != nil || got != filepath.Join(dir, "goroot") {
		t.Errorf("got %s, %v, want %s", got, err, filepath.Join(dir, "goroot"))
	}
	t.Setenv(CacheEnv, "")
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := cacheDir(); err == nil || !strings.Contains(err.Error(), CacheEnv) {
		t.Errorf("got %v, want an error with %s", err, CacheEnv)
	}
}
