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

// Build builds the command of the module of the current directory into dir.
func Build(ctx context.Context, dir string) (*Command, error) {
	c := &Command{path: filepath.Join(dir, "heddle"), out: filepath.Join(dir, "out")}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", c.path, "heddle/cmd/heddle").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("command: building heddle: %w\n%s", err, out)
	}
	return c, nil
}

// Explore runs heddle test in dir with these flags and packages, and returns the explored tests by name. Failures that
// heddle finds are not an error. When ctx ends, heddle is interrupted.
func (c *Command) Explore(ctx context.Context, dir string, args ...string) (map[string]*report.Test, error) {
	cmd := exec.CommandContext(ctx, c.path, append([]string{"test", "-json", "-count=1", "-o", c.out}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GITHUB_ACTIONS=")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = waitDelay
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("command: heddle test %s: %w", strings.Join(args, " "), ctx.Err())
	case err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1):
		return nil, fmt.Errorf("command: heddle test %s: %w\n%s%s", strings.Join(args, " "), err, stdout, stderr.Bytes())
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
