package main

import (
	"fmt"
	"runtime"

	"heddle/internal/version"
)

// runVersion prints the version of heddle and of the Go that built it.
func runVersion(e *env, args []string) (int, error) {
	if len(args) > 0 {
		return exitError, fmt.Errorf("version: takes no arguments, got %q", args[0])
	}
	fmt.Fprintf(e.stdout, "heddle %s %s %s/%s\n", version.Module(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK, nil
}
