package primitives

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// An execution that never reaches its cleanup functions, here because of a deadlock, leaves nothing to the next.

func TestSurroundings(t *testing.T) {
	if !controlled { // native runs share one process
		newOutcomes(t, []string{"primitives0", blocked})
		return
	}
	before, _ := os.LookupEnv("CONFORMANCE_Z")
	start, _ := os.Getwd()
	start = filepath.Base(start)
	left, _ := os.ReadDir(os.TempDir())
	t.Setenv("CONFORMANCE_Z", "set")
	t.Chdir("..")
	t.TempDir()
	note(t, "got", fmt.Sprint(before, start, len(left)))
	c := make(chan int, 1)
	parallel(func() { c <- 1 }, func() {
		select {
		case <-c:
		default:
			<-c
			<-c
		}
	})
}
