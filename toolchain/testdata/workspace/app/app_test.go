package app

import (
	"testing"

	"example.com/lib"
	"example.org/upstream"
)

func TestApp(t *testing.T) {
	if lib.Next() != 1 || upstream.Next() != 1 {
		t.Fatal("wrong state")
	}
}
