package toolchain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Options say what a Builder builds.
type Options struct {
	Dir   string   // the directory in which heddle runs; patterns are relative to it. Empty for the current one
	Flags []string // build flags for the go command: -tags=x, -mod=vendor and their like
	Debug Debug
	Cover Cover
	Go    *Go // what Locate has found in Dir; nil to look for it
	// Added are texts of files that the packages do not have, by their absolute names. The user's directories stay as they are.
	Added map[string]string
}

// A Builder builds test binaries against the shadow GOROOT. It writes only to its temporary directory, to heddle's
// cache and to the go command's cache. Its methods may be called concurrently.
type Builder struct {
	Shadow *Shadow
	// Overlay is where the added files really are, by their names.
	Overlay map[string]string

	dir      string // absolute
	flags    []string
	debug    Debug
	cover    Cover
	covered  []string // the packages that cover.Patterns name, once List was called
	temp     string   // absolute; Close removes it
	binaries atomic.Int32
}

// NewBuilder finds the toolchain that the go command selects in the directory and makes the shadow GOROOT. The caller must
// call Close.
func NewBuilder(ctx context.Context, o Options) (*Builder, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("toolchain: %w", err)
	}
	g := o.Go
	if g == nil {
		if g, err = Locate(ctx, dir); err != nil {
			return nil, err
		}
	}
	shadow, err := MakeShadow(ctx, g)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "heddle-")
	if err != nil {
		return nil, fmt.Errorf("toolchain: %w", err)
	}
	b := &Builder{Shadow: shadow, dir: dir, flags: slices.Clone(o.Flags), debug: o.Debug, cover: o.Cover, temp: temp}
	if err := b.add(o.Added); err != nil {
		return nil, errors.Join(fmt.Errorf("toolchain: adding files to a package: %w", err), b.Close())
	}
	return b, nil
}

// add adds files to packages.
func (b *Builder) add(files map[string]string) error {
	if len(files) == 0 {
		return nil
	}
	dir := filepath.Join(b.temp, "added")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	b.Overlay = map[string]string{}
	for name, text := range files {
		real := filepath.Join(dir, fmt.Sprintf("%d-%s", len(b.Overlay), filepath.Base(name)))
		if err := os.WriteFile(real, []byte(text), 0o666); err != nil {
			return err
		}
		b.Overlay[name] = real
	}
	data, err := json.Marshal(struct{ Replace map[string]string }{b.Overlay})
	if err != nil {
		return err
	}
	overlay := filepath.Join(b.temp, "overlay.json")
	b.flags = append(b.flags, "-overlay="+overlay)
	return os.WriteFile(overlay, data, 0o666)
}

// Roots are the src directories of the standard library: the shadow's and the original's.
func (b *Builder) Roots() []string {
	return []string{filepath.Join(b.Shadow.Root, "src"), filepath.Join(b.Shadow.Go.Root, "src")}
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
