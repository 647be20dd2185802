package death

import (
	"fmt"
	"testing"

	"heddle/toolchain"
)

func TestOwnBug(t *testing.T) {
	stack := "SIGSEGV: segmentation violation\n\ngoroutine 20 gp=0x1 [running]:\nruntime.coroswitch(...)\n\t/go/coro.go:94\n%s(0x1)\n\t/x.go:178 +0x18c\n"
	for function, want := range map[string]string{
		toolchain.EnginePath + "/sched.(*runtime).kill": "SIGSEGV: segmentation violation in " + toolchain.EnginePath + "/sched.(*runtime).kill",
		"p.TestX": "",
	} {
		if got := OwnBug(&toolchain.Exit{Code: 2, Stderr: fmt.Sprintf(stack, function)}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLastWords(t *testing.T) {
	for _, c := range []struct {
		exit toolchain.Exit
		want string
	}{
		{toolchain.Exit{Code: 3}, "the test ended the process: exit status 3"},
		{toolchain.Exit{Code: -1, Signal: "killed"}, "the test ended the process: signal: killed"},
		{toolchain.Exit{Code: 2, Stderr: "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n"}, "fatal error: stack overflow"},
		{toolchain.Exit{Code: 2, Stderr: "x\npanic: boom\n"}, "panic: boom"},
	} {
		if got := Words(&c.exit); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
