// Package heddle holds the sources of Heddle's engine. Package toolchain adds them to the standard library with which
// test binaries are built. The program is in cmd/heddle; docs/architecture.md says how the parts fit together.
package heddle

import "embed"

// Engine holds the directories of the engine's packages, which import only the standard library and each other. A
// package at "trace" becomes a package of the standard library there (see toolchain.EnginePath).
//
//go:embed agent datarace explore guide model result reversal sched simplest trace
var Engine embed.FS
