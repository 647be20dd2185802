package toolchain

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// LinkedDir is the directory in heddle's cache of the test binaries that were linked last, one for each package and its flags. The go command
// leaves the binary as it is that it is told to make, if it would make the same one. That saves the linker's time, a third of what
// heddle needs for a small package.
const LinkedDir = "linked"

// linkedAge is how long a binary is kept that nobody has used.
const linkedAge = 5 * 24 * time.Hour

// A linked is a binary in heddle's cache, or the name that it will have. It is there to save time only, so its methods ignore errors.
type linked struct {
	file   string // empty if there is no cache
	number string // for the temporary name
}

// linked returns the binary that the go command makes with these arguments.
func (b *Builder) linked(pkg Package, number string, args []string) linked {
	root, err := CacheDir()
	if err != nil {
		return linked{}
	}
	args = slices.Clone(args)
	for i, arg := range args {
		if strings.HasPrefix(arg, "-overlay=") {
			args[i] = "-overlay" // each time another file: its content is the go command's affair
		}
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q", b.Shadow.Root, b.dir, pkg.Dir, args))
	return linked{file: filepath.Join(root, LinkedDir, fmt.Sprintf("%x", key[:16])), number: filepath.Base(b.temp) + "-" + number}
}

// reuse puts the binary of the last time at path, for the go command to find.
func (l linked) reuse(path string) {
	if l.file != "" && clone(path, l.file) == nil {
		now := time.Now()
		_ = os.Chtimes(l.file, now, now) // it is in use
	}
}

// keep keeps the binary at path for the next time.
func (l linked) keep(path string) {
	if l.file == "" {
		return
	}
	old, err := os.Stat(l.file)
	if made, other := os.Stat(path); err == nil && other == nil && os.SameFile(old, made) { // the go command has left it
		return
	}
	dir := filepath.Dir(l.file)
	if os.MkdirAll(dir, 0o777) != nil {
		return
	}
	removeOld(dir, linkedAge)
	temp := filepath.Join(dir, "tmp-"+l.number)
	if clone(temp, path) != nil || os.Rename(temp, l.file) != nil {
		_ = os.Remove(temp)
	}
}

// clone makes dst, which must not exist, the same file as src, or a copy if they are on two file systems. Nobody writes to a binary: the
// go command replaces it.
func clone(dst, src string) (err error) {
	if err := os.Link(src, dst); err == nil || errors.Is(err, os.ErrNotExist) {
		return err
	}
	from, err := os.Open(src)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(dst, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}
