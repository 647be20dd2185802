package toolchain

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"
)

// A tree is the plan of a shadow: real directories on the paths to files, links for everything else.
type tree struct {
	root  string                          // the GOROOT that the links point into
	files map[string][]byte               // by path below GOROOT, with slashes
	dirs  map[string][]string             // the real directories, "." first of all, and the names that are real in each
	link  func(target, name string) error // os.Symlink, except in tests
}

// unneeded are directories of a GOROOT that a build does not read.
var unneeded = []string{"api", "doc", "misc", "test"}

// newTree plans the shadow of root that differs in files, whose names are relative to GOROOT/src.
func newTree(root string, files map[string][]byte) *tree {
	t := &tree{root: root, files: map[string][]byte{}, dirs: map[string][]string{".": nil}, link: os.Symlink}
	for name, data := range files {
		name = "src/" + name
		t.files[name] = data
		for name != "." {
			dir := path.Dir(name)
			if !slices.Contains(t.dirs[dir], path.Base(name)) {
				t.dirs[dir] = append(t.dirs[dir], path.Base(name))
			}
			name = dir
		}
	}
	return t
}

// build makes the tree in the existing, empty directory to.
func (t *tree) build(ctx context.Context, to string) error {
	if err := t.buildDir(ctx, ".", to); err != nil {
		return err
	}
	for name, data := range t.files {
		if err := os.WriteFile(filepath.Join(to, filepath.FromSlash(name)), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// buildDir makes the real directories below dir, and the links in them.
func (t *tree) buildDir(ctx context.Context, dir, to string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	own := t.dirs[dir]
	for _, name := range own {
		sub := path.Join(dir, name)
		if _, ok := t.dirs[sub]; !ok {
			continue
		}
		if err := os.Mkdir(filepath.Join(to, filepath.FromSlash(sub)), 0o777); err != nil {
			return err
		}
		if err := t.buildDir(ctx, sub, to); err != nil {
			return err
		}
	}
	from := filepath.Join(t.root, filepath.FromSlash(dir))
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a package that only the shadow has
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(own, e.Name()) || dir == "." && slices.Contains(unneeded, e.Name()) {
			continue
		}
		if err := t.linkOrCopy(filepath.Join(from, e.Name()), filepath.Join(to, filepath.FromSlash(dir), e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// linkOrCopy makes name a link to target, or a copy where links cannot be made.
func (t *tree) linkOrCopy(target, name string) error {
	err := t.link(target, name)
	if err == nil || isFull(err) {
		return err
	}
	return copyTree(target, name)
}

// complete reports whether the directory to has all files of the tree.
func (t *tree) complete(to string) bool {
	for name, data := range t.files {
		info, err := os.Lstat(filepath.Join(to, filepath.FromSlash(name)))
		if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
			return false
		}
	}
	// The links are as old as the files; checking one of them is enough.
	_, err := os.Stat(filepath.Join(to, "pkg", "tool"))
	return err == nil
}

// copyTree copies a file or a directory, following links.
func copyTree(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return copyFile(from, to, info.Mode().Perm()|0o200)
	}
	if err := os.Mkdir(to, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := copyTree(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

func isFull(err error) bool     { return errors.Is(err, syscall.ENOSPC) }
func isNotEmpty(err error) bool { return errors.Is(err, syscall.ENOTEMPTY) }
