package app

import (
	"testing"

	"example.com/lib"
	"example.org/upstream"
)

func TestApp(t *testing.T) {
	lib.State++
	upstream.State++
	if lib.State != 1 || upstream.State != 1 {
		t.Fatal("wrong state")
	}
}
