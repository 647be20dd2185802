package openpipe

import (
	"errors"
	"io"
	"os"
	"testing"
)

var errHalf = errors.New("half of it")

// want deadlock
func TestCapture(t *testing.T) { fails(t, Capture) }

// want pass
func TestCaptureFixed(t *testing.T) { fails(t, CaptureFixed) }

// fails captures what a function writes that fails.
func fails(t *testing.T, capture func(func(*os.File) error) (string, error)) {
	got, err := capture(func(w *os.File) error {
		io.WriteString(w, "half")
		return errHalf
	})
	if got != "half" || err != errHalf {
		t.Errorf("got %q, %v", got, err)
	}
}

// want pass
func TestCaptureAll(t *testing.T) {
	got, err := Capture(func(w *os.File) error {
		_, err := io.WriteString(w, "all")
		return err
	})
	if got != "all" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
