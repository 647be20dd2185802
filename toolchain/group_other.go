//go:build !unix

package toolchain

import "os/exec"

// Locate refuses these systems; this lets heddle compile and say so.

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
