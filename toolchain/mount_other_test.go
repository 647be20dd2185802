//go:build !linux

package toolchain

import "testing"

func mount(t *testing.T, option string) string {
	t.Skip("mounting " + option + " is for Linux")
	return ""
}
