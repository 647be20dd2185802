// Package command builds the heddle command, runs heddle test and parses what it prints with -json, for programs and
// tests that examine explorations from outside.
package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"heddle/report"
)

// waitDelay is how long heddle may take to end when it is told to.
const waitDelay = 10 * time.Second

// A Command is a heddle command that was built into a directory for itself.
type Command struct {
	path string
	out  string // where it records schedules
}

// At returns the heddle command at path, which records schedules in out.
func At(path, out string) *Command { return &Command{path, out} }

// Build builds the command of the module of the current directory into dir.
func Build(ctx context.Context, dir string) (*Command, error) {
	c := At(filepath.Join(dir, "heddle"), filepath.Join(dir, "out"))
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", c.path, "heddle/cmd/heddle").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("command: building heddle: %w\n%s", err, out)
	}
	return c, nil
}

// Explore runs heddle test in dir with these flags and packages, and returns the explored tests by name. Failures that
// heddle finds are not an error. When ctx ends, heddle is interrupted.
func (c *Command) Explore(ctx context.Context, dir string, args ...string) (map[string]*report.Test, error) {
	stdout, _, err := c.run(ctx, dir, append([]string{"test", "-json", "-count=1", "-o", c.out}, args...)...)
	if err != nil {
		return nil, err
	}
	tests := map[string]*report.Test{}
	for lines := json.NewDecoder(bytes.NewReader(stdout)); lines.More(); {
		test := new(report.Test)
		if err := lines.Decode(test); err != nil {
			return nil, fmt.Errorf("command: heddle test %s: reading its results: %w\n%s", strings.Join(args, " "), err, stdout)
		}
		if test.Action == "explored" {
			tests[test.Test] = test
		}
	}
	return tests, nil
}

// Replay runs heddle replay in dir, and reports whether it shows a failure.
func (c *Command) Replay(ctx context.Context, dir, schedule string) (failed bool, err error) {
	_, failed, err = c.run(ctx, dir, "replay", schedule)
	return failed, err
}

// run runs heddle in dir. It returns what it has printed, and whether it has found failures, which are no error.
func (c *Command) run(ctx context.Context, dir string, args ...string) (stdout []byte, failed bool, err error) {
	cmd := exec.CommandContext(ctx, c.path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GITHUB_ACTIONS=")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = waitDelay
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err = cmd.Output()
	exit := (*exec.ExitError)(nil)
	failed = errors.As(err, &exit) && exit.ExitCode() == 1
	switch {
	case ctx.Err() != nil:
		return nil, false, fmt.Errorf("command: heddle %s: %w", strings.Join(args, " "), ctx.Err())
	case err != nil && !failed:
		return nil, false, fmt.Errorf("command: heddle %s: %w\n%s%s", strings.Join(args, " "), err, stdout, stderr.Bytes())
	}
	return stdout, failed, nil
}
