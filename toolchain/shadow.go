package toolchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// CacheEnv is the environment variable that names heddle's cache directory. The default is in the user's cache
// directory.
const CacheEnv = "HEDDLE_CACHE"

// How long the cache keeps temporary directories of processes that died, and shadows that nobody uses.
const (
	tempAge   = time.Hour
	shadowAge = 30 * 24 * time.Hour
)

// A Shadow is a shadow GOROOT.
type Shadow struct {
	Go   *Go
	Root string // the directory: the value for GOROOT
}

// MakeShadow returns the shadow GOROOT for g, with all patches and the engine. It makes it if the cache does not have
// it yet.
//
// The name of a shadow depends on the toolchain and on every byte that differs from it, so an existing shadow never
// changes. A shadow is made under a temporary name and then renamed, so processes can make the same one at the same
// time.
func MakeShadow(ctx context.Context, g *Go) (*Shadow, error) {
	added, err := addedFiles()
	if err != nil {
		return nil, err
	}
	files, _, err := applyPatches(g, os.DirFS(filepath.Join(g.Root, "src")), Patches)
	if err != nil {
		return nil, err
	}
	for name := range added {
		if _, err := os.Lstat(filepath.Join(g.Root, "src", filepath.FromSlash(name))); err == nil {
			return nil, fmt.Errorf("toolchain: %s has its own file src/%s; this version of heddle does not support it", g.Version, name)
		}
	}
	maps.Copy(files, added)
	dir, err := cacheDir()
	if err != nil {
		return nil, err
	}
	return makeShadow(ctx, g, files, dir)
}

// cacheDir returns the directory that holds the shadows.
func cacheDir() (string, error) {
	dir, err := CacheDir()
	return filepath.Join(dir, "goroot"), err
}

// CacheDir returns heddle's cache directory.
func CacheDir() (string, error) {
	dir := os.Getenv(CacheEnv)
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("toolchain: no cache directory: %w; set %s", err, CacheEnv)
		}
		dir = filepath.Join(user, "heddle")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("toolchain: %w", err)
	}
	return dir, nil
}

// makeShadow makes the shadow below dir that differs from g in files, whose names are relative to GOROOT/src.
func makeShadow(ctx context.Context, g *Go, files map[string][]byte, dir string) (*Shadow, error) {
	t := newTree(g.Root, files)
	name := fmt.Sprintf("%s-%s-%s-%s", g.Version, g.OS, g.Arch, t.hash())
	s := &Shadow{Go: g, Root: filepath.Join(dir, name)}
	if t.complete(s.Root) {
		// Best effort: the modification time says that the shadow is in use.
		now := time.Now()
		_ = os.Chtimes(s.Root, now, now)
		return s, nil
	}
	if err := s.make(ctx, t, dir); err != nil {
		return nil, fmt.Errorf("toolchain: making the shadow of %s in %s: %w; set %s to use another directory", g.Root, dir, err, CacheEnv)
	}
	return s, nil
}

// make builds the tree t under a temporary name in dir and gives it its own name.
func (s *Shadow) make(ctx context.Context, t *tree, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	removeOld(dir, shadowAge)
	temp, err := os.MkdirTemp(dir, "tmp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	if err := t.build(ctx, temp); err != nil {
		return err
	}
	err = os.Rename(temp, s.Root)
	if err == nil || t.complete(s.Root) {
		return nil // made, or another process was faster
	}
	if !errors.Is(err, fs.ErrExist) && !isNotEmpty(err) {
		return err
	}
	// What is there has lost files, for instance to a cleaner of old files.
	broken, err := os.MkdirTemp(dir, "tmp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(broken)
	if err := os.Rename(s.Root, filepath.Join(broken, "shadow")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(temp, s.Root); err != nil && !t.complete(s.Root) {
		return err
	}
	return nil
}

// removeOld removes from dir what nobody has used for so long, and what was never finished. It ignores errors.
func removeOld(dir string, unused time.Duration) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		age := unused
		if strings.HasPrefix(e.Name(), "tmp-") {
			age = tempAge
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > age {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// hash identifies the content of t: the toolchain that it links to, and everything that differs from it.
func (t *tree) hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", t.root)
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		fmt.Fprintf(h, "%q %d\n", name, len(t.files[name]))
		h.Write(t.files[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
