package plain

import (
	"os"
	"testing"

	"example.com/module/store"
)

var ready bool

func TestMain(m *testing.M) {
	ready = true
	os.Exit(m.Run())
}

func TestInternal(t *testing.T) {
	table := []int{2, 1}
	store.Sort(table)
	if table[0] != 1 || store.Atomics() != 1 {
		t.Fatal("wrong state")
	}
	if Add(1) != 3 || calls != 1 || !ready {
		t.Fatal("wrong sum")
	}
}
