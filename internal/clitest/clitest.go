// Package clitest runs the heddle command for the tests of other packages, and reads what it prints with -json.
package clitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle/report"
)

// A Command is a heddle command that was built for one test.
type Command struct {
	path string
	out  string // where it records schedules
}

// Build builds the command. It is gone when t ends.
func Build(t testing.TB) *Command {
	t.Helper()
	dir := t.TempDir()
	c := &Command{path: filepath.Join(dir, "heddle"), out: filepath.Join(dir, "out")}
	if out, err := exec.Command("go", "build", "-o", c.path, "heddle/cmd/heddle").CombinedOutput(); err != nil {
		t.Fatalf("building heddle: %v\n%s", err, out)
	}
	return c
}

// Explore runs heddle test in dir with these flags and packages, and returns the explored tests by their names.
func (c *Command) Explore(t testing.TB, dir string, args ...string) map[string]*report.Test {
	t.Helper()
	cmd := exec.Command(c.path, append([]string{"test", "-json", "-o", c.out}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	exit := (*exec.ExitError)(nil)
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("heddle test %s: %v\n%s%s", strings.Join(args, " "), err, stdout, stderr.Bytes())
	}
	tests := map[string]*report.Test{}
	for lines := json.NewDecoder(bytes.NewReader(stdout)); lines.More(); {
		test := new(report.Test)
		if err := lines.Decode(test); err != nil {
			t.Fatalf("heddle test %s: %v\n%s", strings.Join(args, " "), err, stdout)
		}
		tests[test.Test] = test
	}
	return tests
}
