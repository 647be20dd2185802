package vendored

import (
	"testing"

	"example.org/dep"
)

func TestVendored(t *testing.T) {
	dep.State++
	if dep.State != 6 {
		t.Fatal(dep.State)
	}
}
