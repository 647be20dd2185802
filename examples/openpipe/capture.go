// Package openpipe captures what a function writes to a file.
//
// The bug: if the function fails, the end of the pipe that it writes to stays open, and who reads from the other end never
// gets to the end of the file.
package openpipe

import (
	"io"
	"os"
)

// Capture returns what f writes.
func Capture(f func(w *os.File) error) (string, error) { return capture(f, false) }

// CaptureFixed is Capture without the bug: the end is closed however f ends.
func CaptureFixed(f func(w *os.File) error) (string, error) { return capture(f, true) }

func capture(f func(w *os.File) error, always bool) (string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	failed := make(chan error, 1)
	go func() {
		if always {
			defer w.Close()
		}
		if err := f(w); err != nil {
			failed <- err
			return
		}
		w.Close()
	}()
	all, err := io.ReadAll(r)
	select {
	case err = <-failed:
	default:
	}
	return string(all), err
}
