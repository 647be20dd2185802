// Package version knows the version of heddle.
package version

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// Print prints the version of heddle and of the Go that built it.
func Print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "heddle %s %s %s/%s\n", Module(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// Module returns the version of the module, with the revision if it was built in a working tree under version control.
func Module() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
