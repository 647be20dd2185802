package vendored

import (
	"testing"

	"example.org/dep"
)

func TestVendored(t *testing.T) {
	if dep.Next() != 6 {
		t.Fatal(dep.State)
	}
}
