package plain_test

import (
	"testing"

	"example.com/module/plain"
)

var external = 7

func TestExternal(t *testing.T) {
	external++
	if plain.Calls() < 0 || external == 0 {
		t.Fatal("wrong state")
	}
}
