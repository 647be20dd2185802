package plain

import (
	"os"
	"testing"
)

var ready bool

func TestMain(m *testing.M) {
	ready = true
	os.Exit(m.Run())
}

func TestInternal(t *testing.T) {
	if Add(1) != 3 || calls != 1 || !ready {
		t.Fatal("wrong sum")
	}
}
