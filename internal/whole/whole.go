// Package whole writes files that are complete at any moment: others see the old content or the new one, also if the process is stopped.
package whole

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write writes a file through a temporary file beside it, so that the file is complete at any moment, and makes its directory if there is
// none. What is no regular file, such as a pipe or /dev/stdout, stays what it is, and gets the text at its end.
func Write(name string, text []byte) error {
	if special(name) {
		return appendTo(name, text)
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	temp, err := tempFile(name)
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// Check returns an error if Write could not write the file.
func Check(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory", name)
	}
	if special(name) {
		return nil
	}
	temp, err := tempFile(name)
	if err != nil {
		return err
	}
	return errors.Join(temp.Close(), os.Remove(temp.Name()))
}

func appendTo(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// special reports whether the file exists and is neither regular nor a directory. A file in /dev is special even if it stands for a regular one,
// as /dev/stdout may.
func special(name string) bool {
	info, err := os.Stat(name)
	if err == nil && !info.IsDir() && strings.HasPrefix(filepath.Clean(name), "/dev/") {
		return true
	}
	return err == nil && info.Mode()&(fs.ModeType&^fs.ModeDir) != 0
}

// tempFile makes a temporary file beside name.
func tempFile(name string) (*os.File, error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return os.CreateTemp(dir, ".heddle-*")
}
