// Package heddle holds the sources of Heddle's engine, for package toolchain to add to the standard library that test binaries are
// built with. The program is in cmd/heddle; docs/architecture.md says how the parts fit.
package heddle

import "embed"

// Engine holds the directories of the engine's packages, which import the standard library only.
//
//go:embed result trace
var Engine embed.FS

// EnginePackages are the engine's packages, by their paths in this module and, after "heddle/", below GOROOT/src.
var EnginePackages = []string{"result", "trace"}
