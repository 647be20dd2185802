package toolchain

import (
	"fmt"
	"os"
	"syscall"

	"heddle/result"
)

// An Exit is how a process ended.
type Exit struct {
	Code   int    // the exit status; -1 when a signal ended it
	Signal string // "segmentation fault"; empty when no signal ended it
	// Stdout and Stderr are what it printed, without the middle if that was too long.
	Stdout, Stderr string
	// Execution and Choices are those of the last execution, 0 and nil if none was begun.
	Execution int
	Choices   []result.Choice
}

func newExit(s *os.ProcessState) *Exit {
	exit := &Exit{Code: s.ExitCode()}
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		exit.Signal = w.Signal().String()
	}
	return exit
}

// String describes how a process ended: "exit status 2", "signal: killed".
func (ex *Exit) String() string {
	if ex.Signal != "" {
		return "signal: " + ex.Signal
	}
	return fmt.Sprintf("exit status %d", ex.Code)
}
