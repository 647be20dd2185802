package toolchain

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// Options say what a Builder builds.
type Options struct {
	Dir   string   // the directory in which heddle runs; patterns are relative to it. Empty for the current one
	Flags []string // build flags for the go command: -tags=x, -mod=vendor and their like
	Debug Debug
}

// A Builder builds test binaries against the shadow GOROOT. It writes only to its temporary directory, to heddle's
// cache and to the go command's cache. Its methods may be called concurrently.
type Builder struct {
	Shadow *Shadow

	dir      string // absolute
	flags    []string
	debug    Debug
	temp     string // absolute; Close removes it
	binaries atomic.Int32
}

// NewBuilder finds the toolchain that the go command selects in the directory and makes the shadow GOROOT. The caller must
// call Close.
func NewBuilder(ctx context.Context, o Options) (*Builder, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("toolchain: %w", err)
	}
	g, err := Locate(ctx, dir)
	if err != nil {
		return nil, err
	}
	shadow, err := MakeShadow(ctx, g)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "heddle-")
	if err != nil {
		return nil, fmt.Errorf("toolchain: %w", err)
	}
	return &Builder{Shadow: shadow, dir: dir, flags: o.Flags, debug: o.Debug, temp: temp}, nil
}

// Close removes everything that the builder has made, including the binaries.
func (b *Builder) Close() error {
	if err := os.RemoveAll(b.temp); err != nil {
		return fmt.Errorf("toolchain: %w", err)
	}
	return nil
}

// A GoError is the error of a go command that failed.
type GoError struct {
	Doing  string // "building the tests of p"
	Output string // what it printed, with the positions in the user's files
	Err    error
}

func (e *GoError) Error() string {
	if e.Output == "" {
		return "toolchain: " + e.Doing + ": " + e.Err.Error()
	}
	return "toolchain: " + e.Doing + ": " + e.Err.Error() + "\n" + strings.TrimRight(e.Output, "\n")
}

func (e *GoError) Unwrap() error { return e.Err }

// run runs the go command in the user's directory and returns what it printed.
func (b *Builder) run(ctx context.Context, doing string, args ...string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, b.Shadow.Go.Command, args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOROOT="+b.Shadow.Root, "GOTOOLCHAIN=local", "PWD="+b.dir)
	// The go command stops what it started when it is interrupted, and removes its own temporary files.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 2 * time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("toolchain: %s: %w", doing, context.Cause(ctx))
		}
		return nil, nil, &GoError{Doing: doing, Output: errs.String(), Err: err}
	}
	return out.Bytes(), errs.Bytes(), nil
}
