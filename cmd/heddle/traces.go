package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
)

// traces is the file of -traces. The nil traces takes nothing.
type traces struct {
	file *os.File
	w    *bufio.Writer
}

func openTraces(name string) (*traces, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("-traces: %w", err)
	}
	return &traces{f, bufio.NewWriter(f)}, nil
}

// add appends the line for one complete execution.
func (t *traces) add(test, hash string) error {
	if t == nil {
		return nil
	}
	if _, err := fmt.Fprintln(t.w, test, hash); err != nil {
		return fmt.Errorf("-traces: %w", err)
	}
	return nil
}

func (t *traces) close() error {
	if t == nil {
		return nil
	}
	if err := errors.Join(t.w.Flush(), t.file.Close()); err != nil {
		return fmt.Errorf("-traces: %w", err)
	}
	return nil
}
