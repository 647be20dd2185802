package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Without managed goroutines, the patched standard library behaves like Go's own: it passes Go's own tests.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	eachRelease(t, func(t *testing.T, g *Go) {
		s, err := MakeShadow(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), g.Command, "test", "-vet=off", "-short", "sync", "sync/atomic", "internal/sync", "context")
		cmd.Dir = filepath.Join(s.Root, "src")
		cmd.Env = append(os.Environ(), "GOROOT="+s.Root, "GOTOOLCHAIN=local", "PWD="+cmd.Dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
