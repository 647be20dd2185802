//go:build !unix

package toolchain

import "os/exec"

// Locate refuses these systems. This file lets heddle compile there and say so.

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// Stop and Continue do nothing: a process that should be stopped goes on.
func Stop(int) {}

func Continue(int) {}
