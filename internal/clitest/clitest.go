// Package clitest runs the heddle command for the tests of other packages. A test fails if the command cannot be run.
package clitest

import (
	"testing"

	"heddle/internal/command"
	"heddle/report"
)

// A Command is a heddle command that was built for one test.
type Command struct{ heddle *command.Command }

// Build builds the command. It is removed when t ends.
func Build(t testing.TB) *Command {
	t.Helper()
	heddle, err := command.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &Command{heddle}
}

// Explore runs heddle test in dir with these flags and packages, and returns the explored tests by name. Failures are as they were found,
// unless the flags say otherwise.
func (c *Command) Explore(t testing.TB, dir string, args ...string) map[string]*report.Test {
	t.Helper()
	tests, err := c.heddle.Explore(t.Context(), dir, append([]string{"-simplify", "0"}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	return tests
}
