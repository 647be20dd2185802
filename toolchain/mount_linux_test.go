package toolchain

import (
	"syscall"
	"testing"
)

// mount mounts a file system in memory with an option, for as long as the test runs. Only root may.
func mount(t *testing.T, option string) string {
	t.Helper()
	dir := t.TempDir()
	var flags uintptr
	if option == "ro" {
		flags, option = syscall.MS_RDONLY, ""
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, option); err != nil {
		t.Skipf("cannot mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}
