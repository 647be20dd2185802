// Package version knows the version of heddle.
package version

import "runtime/debug"

// Module returns the version of the module, with the revision if it was built in a working tree under version control.
func Module() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
