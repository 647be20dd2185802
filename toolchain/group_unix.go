//go:build unix

package toolchain

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes cmd the leader of a process group when it starts.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills all processes of cmd's group.
func killGroup(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// Stop stops the processes of a group where they are, until Continue.
func Stop(group int) { _ = syscall.Kill(-group, syscall.SIGSTOP) }

// Continue lets the processes of a group go on.
func Continue(group int) { _ = syscall.Kill(-group, syscall.SIGCONT) }
