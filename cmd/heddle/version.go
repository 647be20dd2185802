package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// runVersion prints the version of heddle and of the Go that built it.
func runVersion(e *env, args []string) (int, error) {
	if len(args) > 0 {
		return exitError, fmt.Errorf("version: takes no arguments, got %q", args[0])
	}
	fmt.Fprintf(e.stdout, "heddle %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK, nil
}

// version returns the version of the module, with the revision if it was built in a working tree under version control.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
