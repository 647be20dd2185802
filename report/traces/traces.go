// Package traces writes the file of -traces: a line for each complete execution.
package traces

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
)

// File writes the file of -traces. A nil File discards everything.
type File struct {
	file *os.File
	w    *bufio.Writer
}

// Open opens the file, and makes it if there is none. Lines are appended.
func Open(name string) (*File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("-traces: %w", err)
	}
	return &File{f, bufio.NewWriter(f)}, nil
}

// Add appends the line for one complete execution.
func (t *File) Add(test, hash string) error {
	if t == nil {
		return nil
	}
	if _, err := fmt.Fprintln(t.w, test, hash); err != nil {
		return fmt.Errorf("-traces: %w", err)
	}
	return nil
}

// Size returns the length of the file, including everything added so far.
func (t *File) Size() (int64, error) {
	if t == nil {
		return 0, nil
	}
	if err := t.w.Flush(); err != nil {
		return 0, fmt.Errorf("-traces: %w", err)
	}
	info, err := t.file.Stat()
	if err != nil {
		return 0, fmt.Errorf("-traces: %w", err)
	}
	return info.Size(), nil
}

// Truncate removes what was added after the file had this size.
func (t *File) Truncate(size int64) error {
	now, err := t.Size()
	if t == nil || err != nil || now <= size {
		return err
	}
	if err := t.file.Truncate(size); err != nil {
		return fmt.Errorf("-traces: %w", err)
	}
	return nil
}

// Forget removes the lines of this test that were added after the file had this size. Those of other tests may be between and after them,
// if the exploration of the test was resumed.
func (t *File) Forget(test string, size int64) error {
	now, err := t.Size()
	if t == nil || err != nil || now <= size {
		return err
	}
	text := make([]byte, now-size)
	if _, err := t.file.ReadAt(text, size); err != nil {
		return fmt.Errorf("-traces: %w", err)
	}
	if err := t.Truncate(size); err != nil {
		return err
	}
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte(test+" ")) {
			if _, err := t.w.Write(line); err != nil {
				return fmt.Errorf("-traces: %w", err)
			}
		}
	}
	return nil
}

// Close writes what is left.
func (t *File) Close() error {
	if t == nil {
		return nil
	}
	if err := errors.Join(t.w.Flush(), t.file.Close()); err != nil {
		return fmt.Errorf("-traces: %w", err)
	}
	return nil
}
