// Package heddle holds the sources of Heddle's engine, for package toolchain to add to the standard library that test binaries are
// built with. The program is in cmd/heddle; docs/architecture.md says how the parts fit.
package heddle

import "embed"

// Engine holds the directories of the engine's packages, which import the standard library and each other only. A package at
// "trace" becomes "heddle/trace" below GOROOT/src, the import path that it has in this module.
//
//go:embed agent datarace explore model result reversal sched trace unfold
var Engine embed.FS
