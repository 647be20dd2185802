package toolchain

import (
	"syscall"
	"testing"
)

// mount mounts a file system in memory with an option until the test ends. It needs root, and skips the test otherwise.
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
